import { Button } from '@mantine/core'
import { Flag } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'

type Props = { providerId: string; name: string }

const reportDialog = onDemand<Props & { opened: boolean; onClose(): void }>(
  () => import('./ReportProfileDialog.tsx'),
)

/** Reports a provider from their public page; visitors log in first. */
export function ReportProfile(props: Props) {
  const { user } = useSession()
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const ReportProfileDialog = useOnDemand(reportDialog, wanted)
  const look = {
    'aria-label': `Report ${props.name}`,
    variant: 'subtle',
    color: 'gray',
    leftSection: <LineIcon icon={Flag} size={18} />,
  } as const
  if (!user)
    return (
      <Button component={Link} to="/login" {...look}>
        Report
      </Button>
    )
  return (
    <>
      <Button
        {...look}
        onPointerEnter={reportDialog.prefetch}
        onFocus={reportDialog.prefetch}
        onClick={() => {
          setWanted(true)
          setOpened(true)
        }}
      >
        Report
      </Button>
      {ReportProfileDialog && (
        <ReportProfileDialog {...props} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  )
}
