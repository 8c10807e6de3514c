import { expect, test } from 'vitest'
import { hashInput } from './idempotency.ts'

const picture = (content: string, name = 'bruno.jpg', type = 'image/jpeg') =>
  new File([content], name, { type })

test('equal inputs hash equally, whatever the order of their fields', async () => {
  const one = await hashInput({ name: 'Bruno', birth: { year: 2020, month: 3 }, photos: [picture('a')] })
  expect(await hashInput({ photos: [picture('a')], birth: { month: 3, year: 2020 }, name: 'Bruno' })).toBe(
    one,
  )
  expect(await hashInput(undefined)).toBe(await hashInput(undefined))
})

test('a file counts by its name, type and content, wherever it is in the input', async () => {
  const hashes = await Promise.all([
    hashInput({ photos: [picture('a')] }),
    // As long as the first.
    hashInput({ photos: [picture('b')] }),
    hashInput({ photos: [picture('a', 'coco.jpg')] }),
    hashInput({ photos: [picture('a', 'bruno.jpg', 'image/png')] }),
    hashInput({ photos: [picture('a'), picture('b')] }),
    hashInput({ photos: [picture('b'), picture('a')] }),
    hashInput({ photo: picture('a') }),
    hashInput({ photo: picture('b') }),
  ])
  expect(new Set(hashes).size).toBe(hashes.length)
})
