/** A file of its own, because every change of slots refreshes this, too. */
export const waitingDaysKey = (userId: string) => ["waiting-days", userId] as const;
