import { TodaysSchedule } from './TodaysSchedule.tsx'
import { VetEarnings } from './VetEarnings.tsx'
import { VetFigures } from './VetFigures.tsx'
import { VisitsNextUp } from './VisitsNextUp.tsx'
import { WaitingRequests } from './WaitingRequests.tsx'

const blocks = {
  'Requests waiting': WaitingRequests,
  'Today’s schedule': TodaysSchedule,
  'Next up': VisitsNextUp,
  'Rating and response rate': VetFigures,
  'This week’s earnings': VetEarnings,
} as const

export type VetBlockTitle = keyof typeof blocks

/** The blocks of a vet's dashboard, in one piece of code. */
export default function VetBlocks({ title }: { title: VetBlockTitle }) {
  const Block = blocks[title]
  return <Block />
}
