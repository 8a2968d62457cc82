import { useSyncExternalStore } from "react";
import { createStore } from "../ui/create-store.ts";
import type { Unread } from "./fields.ts";

const none: Unread = { count: 0, paths: [] };
const store = createStore(none);

export const setUnread = store.set;

export const useUnread = (): Unread => useSyncExternalStore(store.subscribe, store.state, () => none);
