/** True for a destination that is a bucket, however badly spelled the rest is: no folder is to be named so by a slip. */
export const isS3Url = (text: string): boolean => /^s3:/iu.test(text);
