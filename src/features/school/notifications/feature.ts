import { defineFeature, job } from "../../feature.ts";
import { notificationsApi } from "./api.ts";
import { notificationsContract } from "./contract.ts";
import { mailNotifications } from "./mail-notifications.ts";
import { removeOldNotifications } from "./remove-old-notifications.ts";
import type { NotificationSources } from "./word-notifications.ts";

/** @param sources find titles in later features */
export const notificationsFeature = (sources: NotificationSources) =>
  defineFeature({
    name: "Notifications",
    contract: notificationsContract,
    handlers: (context) => notificationsApi(context, sources),
    jobs: [
      job("notifications", 3, (context, signal) => mailNotifications(context, sources, signal)),
      job("old notifications", 3600, removeOldNotifications),
    ],
  });
