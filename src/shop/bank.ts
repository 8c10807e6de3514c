/** Hours for which nothing is paid out after a seller's bank account has changed. */
export const hoursAfterBankChange = 72

/** Indian account numbers have 9 to 18 digits; the IFSC names bank and branch. */
export const accountPattern = /^\d{9,18}$/
export const ifscPattern = /^[A-Z]{4}0[A-Z0-9]{6}$/
