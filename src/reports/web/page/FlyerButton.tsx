import { Button } from '@mantine/core'
import { useState } from 'react'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import type { Report } from '#/reports/shapes.ts'
import { FlyerIcon } from '#/reports/web/icons.tsx'

const dialog = onDemand<{ path: string; opened: boolean; onClose(): void }>(() => import('./FlyerDialog.tsx'))

/** Downloads the flyer. Reporters who show their phone number are asked whether it's printed too. */
export function FlyerButton({ id, own }: Pick<Report, 'id' | 'own'>) {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const FlyerDialog = useOnDemand(dialog, wanted)
  const path = `/pet-reports/${id}/flyer.pdf`
  const look = { variant: 'default', leftSection: <FlyerIcon /> }
  if (!own?.contactPhone)
    return (
      <Button component="a" href={path} download {...look}>
        Flyer to print
      </Button>
    )
  return (
    <>
      <Button
        {...look}
        onClick={() => {
          setWanted(true)
          setOpened(true)
        }}
      >
        Flyer to print
      </Button>
      {FlyerDialog && <FlyerDialog path={path} opened={opened} onClose={() => setOpened(false)} />}
    </>
  )
}
