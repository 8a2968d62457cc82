import { accounts } from "./features/accounts/contract.ts";
import { administration } from "./features/administration/contract.ts";
import { audit } from "./features/audit/contract.ts";
import { classesContract } from "./features/classes/contract.ts";
import { contact } from "./features/contact/contract.ts";
import { newsletter } from "./features/newsletter/contract.ts";
import { critiqueContract } from "./features/critique/contract.ts";
import { enrollmentsContract } from "./features/enrollments/contract.ts";
import { videosContract } from "./features/videos/contract.ts";
import { lessonsContract } from "./features/lessons/contract.ts";
import { progressContract } from "./features/progress/contract.ts";
import { galleryContract } from "./features/gallery/contract.ts";
import { moderationContract } from "./features/moderation/contract.ts";
import { certificatesContract } from "./features/certificates/contract.ts";
import { instructors } from "./features/instructors/contract.ts";
import { picturesContract } from "./features/pictures/contract.ts";
import { notificationsContract } from "./features/notifications/contract.ts";
import { paymentsContract } from "./features/payments/contract.ts";
import { receiptContract } from "./features/payments/receipt-contract.ts";
import { refundContract } from "./features/payments/refund-contract.ts";
import { selectionsContract } from "./features/selections/contract.ts";
import { privacyContract } from "./features/privacy/contract.ts";
import { health } from "./features/health/contract.ts";
import { teaching } from "./features/applications/contract.ts";

export const contracts = {
  ...accounts,
  ...audit,
  ...notificationsContract,
  ...teaching,
  ...picturesContract,
  ...classesContract,
  ...enrollmentsContract,
  ...videosContract,
  ...lessonsContract,
  ...progressContract,
  ...critiqueContract,
  ...galleryContract,
  ...moderationContract,
  ...certificatesContract,
  ...instructors,
  ...selectionsContract,
  ...paymentsContract,
  ...refundContract,
  ...receiptContract,
  ...contact,
  ...newsletter,
  ...administration,
  ...privacyContract,
  ...health,
};

export type Contracts = typeof contracts;
