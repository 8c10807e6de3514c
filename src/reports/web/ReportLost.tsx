import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { reports } from './reports.ts'

/** Leads from a pet's page to reporting the pet lost, or to its active report. */
export function ReportLost({ petId }: { petId: string }) {
  const { data, isPending } = useQuery(reports.query.mine.queryOptions({ input: { petId } }))
  if (isPending) return null
  const active = data?.rows.find(({ state }) => state === 'active')
  return (
    <Button
      component={Link}
      to={active ? `/pet-reports/${active.id}` : `/pet-reports/create?pet=${petId}`}
      variant="default"
    >
      {active ? 'Open its report' : 'Report as lost'}
    </Button>
  )
}
