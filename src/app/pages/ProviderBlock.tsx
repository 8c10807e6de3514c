import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { DashboardBlock } from './DashboardBlock.tsx'
import type { ProviderBlockTitle } from './ProviderBlocks.tsx'

const providerBlocks = onDemand(() => import('./ProviderBlocks.tsx'))

/** Loads a provider's block on demand, with its place and title from the start. */
export function ProviderBlock({ title }: { title: ProviderBlockTitle }) {
  const ProviderBlocks = useOnDemand(providerBlocks)
  if (ProviderBlocks) return <ProviderBlocks title={title} />
  return (
    <DashboardBlock title={title} isPending isError={false} retry={providerBlocks.load}>
      {null}
    </DashboardBlock>
  )
}
