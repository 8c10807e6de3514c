export const thanksText = (reference: number) => `Thanks. Reference ${reference}`
export const notSentText = 'Your message was not sent. Please try again.'
