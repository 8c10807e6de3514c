import { formatMoney } from '#/kernel/money.ts'
import { type Preview, shortened } from '#/kernel/server/preview-tags.ts'
import { serviceText } from '#/sitting/text.ts'
import { findSitter } from './sitters.ts'

/** Returns what a chat shows of a link to a listed sitter's page, which anyone may open. */
export async function sitterPreview(
  work: Parameters<typeof findSitter>[0],
  id: string,
): Promise<Preview | undefined> {
  const sitter = await findSitter(work, id)
  if (!sitter) return undefined
  const { fullName, location, services, hourlyRate, bio, rating, totalReviews, imageUrl } = sitter
  const stars = rating === null ? '' : ` · rated ${rating} by ${totalReviews}`
  const offers = services.map((service) => serviceText[service]).join(', ')
  return {
    title: `${fullName}, pet sitter${location ? ` in ${location}` : ''}${stars}`,
    description: shortened(`${offers}, from ${formatMoney(hourlyRate)} an hour. ${bio ?? ''}`),
    path: `/sitter-profile/${id}`,
    image: imageUrl,
    type: 'profile',
  }
}
