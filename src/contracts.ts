import { accounts } from "./features/accounts/contract.ts";
import { administration } from "./features/administration/contract.ts";
import { audit } from "./features/audit/contract.ts";
import { classesContract } from "./features/classes/contract.ts";
import { contact } from "./features/contact/contract.ts";
import { newsletter } from "./features/newsletter/contract.ts";
import { enrollmentsContract } from "./features/enrollments/contract.ts";
import { videosContract } from "./features/videos/contract.ts";
import { lessonsContract } from "./features/lessons/contract.ts";
import { progressContract } from "./features/progress/contract.ts";
import { instructors } from "./features/instructors/contract.ts";
import { picturesContract } from "./features/pictures/contract.ts";
import { paymentsContract } from "./features/payments/contract.ts";
import { selectionsContract } from "./features/selections/contract.ts";
import { health } from "./features/health/contract.ts";
import { teaching } from "./features/applications/contract.ts";

export const contracts = {
  ...accounts,
  ...audit,
  ...teaching,
  ...picturesContract,
  ...classesContract,
  ...enrollmentsContract,
  ...videosContract,
  ...lessonsContract,
  ...progressContract,
  ...instructors,
  ...selectionsContract,
  ...paymentsContract,
  ...contact,
  ...newsletter,
  ...administration,
  ...health,
};

export type Contracts = typeof contracts;
