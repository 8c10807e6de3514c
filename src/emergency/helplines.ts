import { DAY } from '#/kernel/duration.ts'
import type { Day } from '#/kernel/time.ts'
import type { Source } from './sources.ts'

export type Helpline = {
  name: string
  phone: string
  /** Its purpose and its hours. */
  line: string
  checkedOn: Day
  source: Source
}

/** Numbers for the whole country, which are there without data and without a network. */
export const nationalHelplines: readonly Helpline[] = [
  {
    name: 'PETA India’s animal emergency line',
    phone: '+919820122602',
    line: 'For animals in danger anywhere in India, day and night.',
    checkedOn: '2026-11-23',
    source: {
      by: 'PETA India',
      title: 'When you see an animal in distress',
      url: 'https://www.petaindia.com/hi/blog/%e0%a4%aa%e0%a4%b6%e0%a5%81-%e0%a4%95%e0%a5%8b-%e0%a4%aa%e0%a4%b0%e0%a5%87%e0%a4%b6%e0%a4%be%e0%a4%a8%e0%a5%80-%e0%a4%ae%e0%a5%87%e0%a4%82-%e0%a4%a6%e0%a5%87%e0%a4%96%e0%a5%87-%e0%a4%a4%e0%a5%8b/',
      published: null,
    },
  },
  {
    name: 'Government mobile vets',
    phone: '1962',
    line: 'Free call in most states, mainly for farm animals. The hours differ by state; some answer from 9 to 5 only.',
    checkedOn: '2026-11-23',
    source: {
      by: 'Press Trust of India',
      title: 'Himachal CM launches mobile veterinary service',
      url: 'https://www.newsdrum.in/national/himachal-cm-sukhu-launches-mobile-veterinary-service-inaugurates-pashu-sanjeevani-call-centre-4238944',
      published: '5 March 2024',
    },
  },
]

const staleAfterDays = 90

/** Tells whether a number was checked so long ago that it may have changed. */
export const isStale = (checkedOn: Day, now: Date): boolean =>
  now.getTime() - Date.parse(checkedOn) > (staleAfterDays + 1) * DAY
