import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { Link } from 'react-router'
import { loginSettingsPath } from '#/accounts/rules.ts'
import { useUnconfirmed } from '#/accounts/web/index.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import { WantedPages } from '#/kernel/web/wanted-pages.ts'
import { nearKm } from '#/reports/alerts.ts'
import type { Report } from '#/reports/shapes.ts'
import { reportById } from '#/reports/web/reports.ts'
import css from './NeighboursNote.module.css'

type Props = { report: Report; alerts: { told: number; waiting: number | null } }

/**
 * Tells a lost pet's reporter how many neighbours were alerted, and who hears next. If they have confirmed nothing, it leads to
 * confirming, from where the report is offered again.
 */
export function NeighboursNote({ report, alerts: { told, waiting } }: Props) {
  const isUnconfirmed = useUnconfirmed()
  const { remember } = useContext(WantedPages)
  const isGoingOut = waiting !== null && !isUnconfirmed
  useQuery({ ...reportById(report.id), refetchInterval: isGoingOut ? unlessLive(15_000) : false })
  if (isUnconfirmed)
    return (
      <div role="note" className={css.note}>
        <p>
          Until you’ve confirmed your email or phone, we alert only a few people nearby. Confirm one of them,
          and we’ll tell {waiting ? `at least ${waiting} more people` : 'the others'} within {nearKm} km.
        </p>
        <Button component={Link} to={loginSettingsPath} onClick={() => remember(`/pet-reports/${report.id}`)}>
          Confirm email or phone
        </Button>
      </div>
    )
  return (
    <p role="status" className={css.told}>
      {isGoingOut
        ? `You’re confirmed. In a minute, we’ll alert ${waiting ? `at least ${waiting} more people` : 'the others who have alerts on'} within ${nearKm} km.`
        : told
          ? `We’ve alerted at least ${told} people within ${nearKm} km about this report.`
          : `We alert people within ${nearKm} km who have alerts on; few do here so far.`}
    </p>
  )
}
