/** Ends what somebody typed with a full stop, unless it already ends like a sentence, so that another can follow. */
export const asSentence = (words: string) => (/[.!?…।]["'”’)]?$/.test(words) ? words : `${words}.`)
