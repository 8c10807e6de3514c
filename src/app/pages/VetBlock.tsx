import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { DashboardBlock } from './DashboardBlock.tsx'
import type { VetBlockTitle } from './VetBlocks.tsx'

const vetBlocks = onDemand(() => import('./VetBlocks.tsx'))

/** A block of a vet's dashboard, whose code nobody else fetches. It has its place and title from the start. */
export function VetBlock({ title }: { title: VetBlockTitle }) {
  const VetBlocks = useOnDemand(vetBlocks)
  if (VetBlocks) return <VetBlocks title={title} />
  return (
    <DashboardBlock title={title} isPending isError={false} retry={vetBlocks.load}>
      {null}
    </DashboardBlock>
  )
}
