import { ProviderFigures } from './ProviderFigures.tsx'
import { TodaysSchedule } from './TodaysSchedule.tsx'
import { VisitsNextUp } from './VisitsNextUp.tsx'
import { WaitingRequests } from './WaitingRequests.tsx'
import { WeekEarnings } from './WeekEarnings.tsx'

const blocks = {
  'Requests waiting': WaitingRequests,
  'Today’s schedule': TodaysSchedule,
  'Next up': VisitsNextUp,
  'Rating and response rate': ProviderFigures,
  'This week’s earnings': WeekEarnings,
} as const

export type ProviderBlockTitle = keyof typeof blocks

/** Renders the blocks of a provider's dashboard, in one chunk. */
export default function ProviderBlocks({ title }: { title: ProviderBlockTitle }) {
  const Block = blocks[title]
  return <Block />
}
