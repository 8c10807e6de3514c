import { describe, expect, it } from 'vitest'
import { firstAidCards } from './first-aid.ts'
import { isStale, nationalHelplines } from './helplines.ts'
import { emptyPoisonDraft, poisonAdvice, poisonMessage, poisonSummary, whatsappLink } from './poison.ts'

const draft = {
  ...emptyPoisonDraft,
  species: 'Dog',
  weight: '12',
  what: '  rat poison\n(blue)  ',
  when: '20 minutes ago',
}

describe('the summary for the vet', () => {
  it('answers the vet’s questions in their order, and says what is not known', () => {
    expect(poisonSummary(draft)).toEqual([
      { label: 'Animal', text: 'Dog' },
      { label: 'Weight', text: '12 kg' },
      { label: 'What it had', text: 'rat poison (blue)' },
      { label: 'How much', text: 'not known' },
      { label: 'When', text: '20 minutes ago' },
      { label: 'What we see', text: 'not known' },
    ])
  })

  it('leaves a weight alone that says its own unit', () => {
    expect(poisonSummary({ ...draft, weight: '800 g' })[1]!.text).toBe('800 g')
  })

  it('says when it was written, because “20 minutes ago” needs a time', () => {
    const message = poisonMessage(draft, '10:46')
    expect(message.split('\n')[0]).toBe('My pet may have been poisoned.')
    expect(message.split('\n').at(-1)).toBe('Written at 10:46')
  })

  it('goes to WhatsApp as it is, to a person of the sender’s choice', () => {
    const link = new URL(whatsappLink('a & b\n#1'))
    expect(link.origin + link.pathname).toBe('https://wa.me/')
    expect(link.searchParams.get('text')).toBe('a & b\n#1')
  })
})

describe('the advice', () => {
  it('has the eight cards, each with steps, a word on the vet and a named source', () => {
    expect(firstAidCards.map(({ id }) => id)).toEqual([
      'bleeding',
      'choking',
      'heat-stroke',
      'seizure',
      'snake-bite',
      'burns',
      'road-accident',
      'bloat',
    ])
    for (const { steps, avoid, vet, sources } of firstAidCards) {
      expect(steps.length).toBeGreaterThan(2)
      expect(avoid.length).toBeGreaterThan(0)
      expect(vet).not.toBe('')
      expect(sources.some(({ published }) => published !== null)).toBe(true)
    }
  })

  it('never tells anyone to make an animal vomit', () => {
    const steps = [...poisonAdvice.first, ...firstAidCards.flatMap((card) => [...card.steps, card.vet])]
    expect(steps.filter((step) => /make .*(?:vomit|sick)|induce/i.test(step))).toEqual([])
    expect(poisonAdvice.avoid[0]).toMatch(/^Don’t make your pet vomit/)
  })

  it('marks a number as stale from the 91st day on', () => {
    expect(isStale('2026-08-25', new Date('2026-11-23T23:59:00Z'))).toBe(false)
    expect(isStale('2026-08-24', new Date('2026-11-23T12:00:00Z'))).toBe(true)
  })

  it('links to its sources by https', () => {
    const sources = [
      ...poisonAdvice.sources,
      ...firstAidCards.flatMap((card) => card.sources),
      ...nationalHelplines.map(({ source }) => source),
    ]
    for (const { url, by, title } of sources) {
      expect(new URL(url).protocol).toBe('https:')
      expect(by && title).not.toBe('')
    }
  })
})
