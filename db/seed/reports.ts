import { HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { nextAskAt } from '#/reports/rules.ts'
import { addEntry } from '#/reports/server/entries.ts'
import { insertFollower } from '#/reports/server/queries.ts'
import { makeReport } from '#/reports/server/report.factory.ts'
import type { Cast, Today } from './cast.ts'
import { demoPositions } from './positions.ts'

type Facts = NonNullable<Parameters<typeof makeReport>[1]['facts']>

type Story = {
  owner: string
  /** The owner's pet, or a picture of its own. */
  pet?: string
  picture?: string
  status: 'lost' | 'found'
  area: keyof typeof demoPositions & string
  /** Kilometres to the north and east of the area's middle. */
  off: readonly [number, number]
  hoursAgo: number
  facts: Facts
  said?: readonly {
    by: string
    kind: 'comment' | 'sighting'
    hoursAgo: number
    text: string
    place?: string
    direction?: string
  }[]
  ended?: { state: 'reunited' | 'withdrawn' | 'stale'; hoursAgo: number }
}

const day = 24

const stories: readonly Story[] = [
  {
    owner: 'ravi-kumar',
    pet: 'misty',
    status: 'lost',
    area: 'Jayanagar, Bengaluru',
    off: [0.4, -0.2],
    hoursAgo: 5,
    facts: {
      pet_name: 'Misty',
      species: 'cat',
      breed: 'Grey domestic',
      sex: 'female',
      size: 'small',
      colours: 'Grey with a white bib',
      collar: 'Coral collar with a small bell',
      has_chip: false,
      marks: 'A thin white line on her nose',
      story:
        'She slipped out when the gas cylinder was delivered. She hides from strangers, under cars mostly, and comes to the sound of her food tin.',
      has_reward: true,
      secret_mark: 'One white whisker on the left',
      exact_place: 'Back lane of our house, next to the blue gate',
    },
    said: [
      {
        by: 'zoya-ali',
        kind: 'sighting',
        hoursAgo: 2,
        place: '9th Main, behind the bakery',
        direction: 'Towards the park wall',
        text: 'She sat under a white car and ran when I came closer.',
      },
      { by: 'meghna-hegde', kind: 'comment', hoursAgo: 1, text: 'I’ve told the guards of our building.' },
    ],
  },
  {
    owner: 'zoya-ali',
    picture: 'black-dog',
    status: 'found',
    area: 'Koramangala, Bengaluru',
    off: [0.3, 0.5],
    hoursAgo: 9,
    facts: {
      species: 'dog',
      breed: 'Indie',
      sex: 'male',
      size: 'medium',
      colours: 'Black with a pale chin',
      collar: 'Red collar without a tag',
      whereabouts: 'with_me',
      can_keep: true,
      story: 'He followed my daughter home from school and knows “sit”. He’s calm and eats well.',
      secret_mark: 'The colour of one toe',
    },
  },
  {
    owner: 'meghna-hegde',
    picture: 'brown-rabbit',
    status: 'found',
    area: 'Whitefield, Bengaluru',
    off: [-0.6, 0.2],
    hoursAgo: 15 * day,
    facts: {
      species: 'rabbit',
      size: 'small',
      colours: 'Brown',
      whereabouts: 'with_me',
      can_keep: false,
      story: 'It sat in the flower bed of our society garden and let itself be picked up.',
    },
  },
  {
    owner: 'asha-verma',
    pet: 'simba',
    status: 'lost',
    area: 'Indiranagar, Bengaluru',
    off: [0.2, 0.1],
    hoursAgo: 34 * day,
    facts: {
      pet_name: 'Simba',
      species: 'cat',
      breed: 'Indian domestic',
      sex: 'male',
      size: 'small',
      story: 'He jumped from the balcony on the first floor.',
    },
    said: [
      {
        by: 'ravi-kumar',
        kind: 'sighting',
        hoursAgo: 33 * day,
        place: '12th Main, temple steps',
        text: 'An orange kitten slept there this morning.',
      },
      { by: 'asha-verma', kind: 'comment', hoursAgo: 33 * day - 2, text: 'That’s him! I’m on my way.' },
    ],
    ended: { state: 'reunited', hoursAgo: 33 * day - 4 },
  },
  {
    owner: 'neha-kapoor',
    picture: 'billu',
    status: 'lost',
    area: 'Bandra West, Mumbai',
    off: [0.5, 0.4],
    hoursAgo: 2 * day,
    facts: {
      pet_name: 'Billu',
      species: 'cat',
      breed: 'Ginger domestic',
      sex: 'male',
      size: 'medium',
      colours: 'Ginger with a cream chest',
      marks: 'A nick in the right ear',
      has_chip: true,
      story: 'Scared by fireworks. He doesn’t bite, but he won’t come when called.',
      secret_mark: 'The shape of a spot under his chin',
    },
  },
  {
    owner: 'farhan-merchant',
    picture: 'sheru',
    status: 'lost',
    area: 'Andheri East, Mumbai',
    off: [-0.4, 0.6],
    hoursAgo: 9 * day,
    facts: {
      pet_name: 'Sheru',
      species: 'dog',
      breed: 'Indie',
      sex: 'male',
      size: 'large',
      has_reward: true,
      colours: 'Dark brown',
      collar: 'Green harness',
      has_chip: false,
      story: 'The gate was open. He knows the way to the tea stall at the station and may wait there.',
    },
  },
  {
    owner: 'kiran-joshi',
    picture: 'rio',
    status: 'lost',
    area: 'Aundh, Pune',
    off: [0.1, -0.5],
    hoursAgo: 3 * day,
    facts: {
      pet_name: 'Rio',
      species: 'bird',
      breed: 'Alexandrine parakeet',
      size: 'small',
      colours: 'Green with a pink ring',
      marks: 'Says “chai garam”',
      story: 'He flew off from the terrace towards the river. He comes down to people who whistle.',
    },
  },
  {
    owner: 'divya-raman',
    picture: 'grey-kitten',
    status: 'found',
    area: 'Banjara Hills, Hyderabad',
    off: [0.2, 0.3],
    hoursAgo: day,
    facts: {
      species: 'cat',
      sex: 'female',
      size: 'small',
      colours: 'Black and white',
      whereabouts: 'at_vet',
      can_keep: false,
      has_chip: false,
      story: 'Found with a sore paw near the lake. The vet keeps her until Saturday.',
    },
  },
  {
    owner: 'joseph-mathew',
    picture: 'cream-dog',
    status: 'found',
    area: 'Gachibowli, Hyderabad',
    off: [0.3, -0.3],
    hoursAgo: 190 * day,
    facts: { species: 'dog', breed: 'Indie', size: 'medium', whereabouts: 'at_shelter', can_keep: false },
    ended: { state: 'stale', hoursAgo: 8 * day },
  },
  {
    owner: 'sunita-das',
    picture: 'laddoo',
    status: 'lost',
    area: 'Saket, New Delhi',
    off: [0.2, 0.2],
    hoursAgo: 20 * day,
    facts: { pet_name: 'Laddoo', species: 'dog', breed: 'Pug', sex: 'male', size: 'small' },
    ended: { state: 'withdrawn', hoursAgo: 19 * day },
  },
]

/** Tells the demo's stories of lost and found pets, in every state. */
export async function reportPets(db: Db, { owners }: Cast, { now }: Today): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const personOf = async (slug: string) => {
    const ownerId = owners.get(slug)?.ownerId
    const row = ownerId
      ? await db.selectFrom('pet_owners').select('user_id').where('id', '=', ownerId).executeTakeFirst()
      : undefined
    if (!row) throw new Error(`The demo has no ${slug}`)
    return row.user_id
  }
  for (const story of stories) {
    const userId = await personOf(story.owner)
    const at = ago(story.hoursAgo)
    const [north, east] = story.off
    const middle = demoPositions[story.area]!
    const { ended } = story
    const endedAt = ended && ago(ended.hoursAgo)
    const reportId = await makeReport(db, {
      userId,
      status: story.status,
      at,
      area: story.area,
      position: { lat: middle.lat + north / 111, lon: middle.lon + east / 108 },
      photos: [story.picture ? `/reports/${story.picture}.svg` : `/portraits/${story.pet}.svg`],
      facts: {
        pet_id: story.pet ? (owners.get(story.owner)?.petIds.get(story.pet) ?? null) : null,
        // The question of the last week is still open.
        ask_at: nextAskAt(story.hoursAgo > 7 * day ? now : at),
        ...story.facts,
        ...(ended && { state: ended.state, updated_at: endedAt! }),
        ...(ended && ended.state !== 'stale' && { closed_at: endedAt! }),
      },
    })
    for (const { by, hoursAgo, kind, text, place, direction } of story.said ?? []) {
      const writerId = await personOf(by)
      await addEntry(db, {
        reportId,
        userId: writerId,
        kind,
        text,
        now: ago(hoursAgo),
        ...(place && { place, seenAt: ago(hoursAgo + 0.5), direction: direction ?? null }),
      })
      if (writerId !== userId) await insertFollower(db, { reportId, userId: writerId, now: ago(hoursAgo) })
    }
    if (ended)
      await addEntry(db, {
        reportId,
        userId: ended.state === 'stale' ? null : userId,
        now: endedAt!,
        kind: ended.state === 'stale' ? 'lapsed' : ended.state,
      })
  }
}
