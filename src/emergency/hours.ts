/** Minutes of a week from Monday 00:00, the end not included. */
export type WeekRange = readonly [from: number, to: number]

const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const everyDay = [0, 1, 2, 3, 4, 5, 6]
const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes

type Token =
  | { is: 'day'; day: number }
  | { is: 'time'; minute: number; hasHalf: boolean }
  | { is: 'every day' | 'all day' | 'closed' | '-' | ',' | ';' }

/** Minutes after the day's 00:00; the end may be on the next day. */
type Span = readonly [from: number, to: number]

/**
 * Reads opening hours as people and OpenStreetMap write them: `Mon-Sat 09:00-20:00; Sun 10:00-14:00`, `Mo,We 9 am - 1 pm`,
 * `Daily 10:00-20:00; Sun closed` or `24/7`. An end at or before the start is on the next day. A later part replaces those
 * earlier hours of its days that it overlaps, and `closed` all of them. Returns null if it can't read everything: holidays
 * and seasons have no place in a week.
 */
export function parseHours(text: string): WeekRange[] | null {
  const tokens = tokensOf(text)
  if (!tokens) return null
  const week: Span[][] = everyDay.map(() => [])
  let at = 0
  const isNext = (is: Token['is'], further = 0) => tokens[at + further]?.is === is
  const take = (is: Token['is']) => isNext(is) && ++at > 0

  function takeDay(): number {
    const token = tokens![at++]!
    return token.is === 'day' ? token.day : 0
  }

  function takeDays(): number[] {
    if (take('every day')) return everyDay
    const days: number[] = []
    while (isNext('day')) {
      const from = takeDay()
      const to = isNext('day', 1) && take('-') ? takeDay() : from
      days.push(...Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7))
      if (isNext(',') && isNext('day', 1)) at++
    }
    return days
  }

  function takeSpans(): Span[] | null {
    if (take('closed')) return []
    if (take('all day')) return [[0, dayMinutes]]
    const spans: Span[] = []
    do {
      const [from, dash, to] = tokens!.slice(at, at + 3)
      if (from?.is !== 'time' || dash?.is !== '-' || to?.is !== 'time' || from.minute === dayMinutes)
        return null
      // "4:00-8:00 pm" may begin in the morning or in the afternoon.
      if (to.hasHalf && !from.hasHalf && from.minute < 13 * 60) return null
      spans.push([from.minute, to.minute > from.minute ? to.minute : to.minute + dayMinutes])
      at += 3
    } while (isNext(',') && isNext('time', 1) && take(','))
    return spans
  }

  let namesDays = false
  while (at < tokens.length) {
    if (take(';') || take(',')) continue
    const days = takeDays()
    const spans = takeSpans()
    // "Mon-Sat 09:00-13:00; 16:00-20:00" means the same days, not every day, or something else.
    if (!spans || (namesDays && days.length === 0)) return null
    namesDays ||= days.length > 0
    for (const day of days.length > 0 ? days : everyDay) {
      const kept =
        spans.length > 0 ? week[day]!.filter((earlier) => !spans.some((one) => overlap(one, earlier))) : []
      week[day] = [...kept, ...spans]
    }
  }
  const ranges = week.flatMap((spans, day) => spans.flatMap((one) => inWeek(day, one)))
  return ranges.length > 0 ? ranges : null
}

const words: readonly (readonly [RegExp, (match: RegExpExecArray) => Token | null])[] = [
  [/(?:open )?24 ?(?:[x×/] ?7|(?:hours|hrs?|h)\b(?: a day| daily)?)/y, () => ({ is: 'all day' })],
  [
    /(\d{1,2})(?:[:.](\d\d))? ?(?:([ap])\.?m\b\.?)?/y,
    ([, hour, minute, half]) => timeOf(hour!, minute, half),
  ],
  [/daily|every ?day|all days/y, () => ({ is: 'every day' })],
  [/closed|off/y, () => ({ is: 'closed' })],
  [/[a-z]+/y, ([word]) => dayOf(word)],
  [/-/y, () => ({ is: '-' })],
  [/[,&]/y, () => ({ is: ',' })],
  [/;/y, () => ({ is: ';' })],
]

function tokensOf(text: string): Token[] | null {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]|\bto\b/g, '-')
    .replace(/\band\b/g, '&')
    // "Mon: 09:00", but not within a time.
    .replace(/(?<=[a-z]) ?:/g, ' ')
    .replace(/\s+/g, ' ')
  const tokens: Token[] = []
  for (let at = 0; at < plain.length; ) {
    if (plain[at] === ' ') {
      at++
      continue
    }
    const found = words.find(([pattern]) => {
      pattern.lastIndex = at
      return pattern.test(plain)
    })
    if (!found) return null
    const [pattern, read] = found
    pattern.lastIndex = at
    const match = pattern.exec(plain)!
    const token = read(match)
    if (!token) return null
    tokens.push(token)
    at = pattern.lastIndex
  }
  return tokens
}

/** Refuses a bare "9", which may be morning or evening. */
function timeOf(hour: string, minute: string | undefined, half: string | undefined): Token | null {
  if (minute === undefined && half === undefined) return null
  const [hours, minutes] = [Number(hour), Number(minute ?? 0)]
  if (half && (hours < 1 || hours > 12)) return null
  const total = (half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours) * 60 + minutes
  return minutes < 60 && total <= dayMinutes
    ? { is: 'time', minute: total, hasHalf: half !== undefined }
    : null
}

/** Knows 'mo', 'mon' and 'monday', and all between. */
function dayOf(word: string): Token | null {
  const found = dayNames.findIndex((name) => word.length >= 2 && name.startsWith(word))
  return found < 0 ? null : { is: 'day', day: found }
}

const overlap = (one: Span, other: Span) => one[0] < other[1] && other[0] < one[1]

function inWeek(day: number, [from, to]: Span): WeekRange[] {
  const [start, end] = [day * dayMinutes + from, day * dayMinutes + to]
  return end <= weekMinutes
    ? [[start, end]]
    : [
        [start, weekMinutes],
        [0, end - weekMinutes],
      ]
}

/** Writes the ranges as Postgres reads an int4multirange. */
export const asMultirange = (ranges: readonly WeekRange[]): string =>
  `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
