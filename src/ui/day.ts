const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** "Jan 5, 2024" in the reader's time zone. */
export const formatDay = (time: Date): string => day.format(time);
