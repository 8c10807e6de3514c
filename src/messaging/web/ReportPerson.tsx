import { ActionIcon, Button } from '@mantine/core'
import { Flag } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { useLoginLink } from '#/kernel/web/wanted-pages.ts'
import css from './ReportPerson.module.css'
import type { Reportable } from './reportable.ts'

type Props = {
  about: Reportable
  name: string
  /** `icon` for cards in a list, `link` among other links. */
  look: 'button' | 'icon' | 'link'
}

const reportDialog = onDemand<Omit<Props, 'look'> & { opened: boolean; onClose(): void }>(
  () => import('./ReportPersonDialog.tsx'),
)

/** Reports a provider from their public page or card, or the other side from a booking. Visitors log in first. */
export function ReportPerson({ look, ...props }: Props) {
  const { user } = useSession()
  const login = useLoginLink()
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const ReportPersonDialog = useOnDemand(reportDialog, wanted)
  const label = `Report ${props.name}`
  const opening = {
    'aria-label': label,
    onPointerEnter: reportDialog.prefetch,
    onFocus: reportDialog.prefetch,
    onClick: () => {
      setWanted(true)
      setOpened(true)
    },
  }
  const flag = <LineIcon icon={Flag} size={18} />
  const quiet = { variant: 'subtle', color: 'gray', leftSection: flag } as const
  if (!user)
    return (
      <Button component={Link} {...login} aria-label={label} {...quiet}>
        Report
      </Button>
    )
  return (
    <>
      {look === 'button' && (
        <Button {...quiet} {...opening}>
          Report
        </Button>
      )}
      {look === 'icon' && (
        <ActionIcon variant="subtle" color="gray" className={css.icon} title={label} {...opening}>
          {flag}
        </ActionIcon>
      )}
      {look === 'link' && (
        <button type="button" className={css.link} {...opening}>
          {label}…
        </button>
      )}
      {ReportPersonDialog && (
        <ReportPersonDialog {...props} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  )
}
