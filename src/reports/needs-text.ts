/** Apart from the domain's other texts, because the landing page loads little. */
export const reportNeedsText = 'To report a pet, you need an account, and for a lost pet a photo.'
export const photoNeededText = 'For a lost pet you need a photo.'
