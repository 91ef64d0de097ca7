/** Climbs that a move under way has left behind. Empty when the move is done. */
export const PENDING: readonly RegExp[] = [];

/** Circles that a move under way has left behind: any of their members matches. Empty when the move is done. */
export const PENDING_CIRCLES: readonly RegExp[] = [];
