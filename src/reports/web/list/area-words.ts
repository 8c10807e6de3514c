/** Returns 'Salt Lake' for 'Salt Lake, Kolkata, West Bengal, India': people know where they live. */
export const shortOf = (area: string) => area.split(', ')[0]!

export const turnOnText = (area: string) => `Turn on alerts near ${shortOf(area)}`

/** Says what to do without a position: there's no location yet, or one that was saved as it was written. */
export const withoutPositionText = (area: string | null, purpose: string) =>
  area === null
    ? `Choose your location above to ${purpose}.`
    : `We don’t know where “${area}” is. To ${purpose}, change your location above to an area, a town or a PIN code.`
