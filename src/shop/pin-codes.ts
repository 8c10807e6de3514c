/**
 * The sorting districts with post offices: the first three digits of every PIN code, by India Post's list. India Post adds codes
 * within them, so further digits aren't checked. The Army Postal Service lists none of its codes; the ones in use begin with 90 to
 * 94.
 */
const districts =
  `110 121-127 131-136 140-148 151-152 160 171-177 180-182 184-185 190-194 201-212 221-233 241-251 261-263
  271-277 281-285 301-307 311-314 321-328 331-335 341-345 360-365 370 380 382-385 387-396 400-403 410-416 421-425 431 440-445
  450-458 460-466 470-477 480-488 490-497 500-509 515-518 520-524 530-535 560-563 570-577 580-587 590-591 600-614 620-632
  635-639 641-643 670-671 673 676 678-680 682-683 685-686 688-691 695 700 711-713 721-723 731-737 741-744 751-770 781-788
  790-805 811-816 818 821-829 831-835 841-848 851-855 900-949`
    .split(/\s+/)
    .map((range) => range.split('-').map(Number) as [number, number?])

/** Tells whether there are PIN codes with these first digits. */
export function isPinBeginning(digits: string): boolean {
  const lowest = Number(digits.slice(0, 3).padEnd(3, '0'))
  const highest = Number(digits.slice(0, 3).padEnd(3, '9'))
  return districts.some(([from, to = from]) => from <= highest && lowest <= to)
}

export const unknownPinText = 'That PIN code doesn’t exist. Please check it.'
