/** One thing that the interface leaves open, and how this sandbox answers it. */
export interface Assumption {
  /** Number of the open point. */
  id: string;
  question: string;
  answer: string;
  /** The setting that changes the answer, when one does. */
  setting?: string;
}

export const row = (id: string, question: string, answer: string, setting?: string): Assumption => ({
  id,
  question,
  answer,
  ...(setting === undefined ? {} : { setting }),
});
