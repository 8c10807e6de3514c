import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { loginSettingsPath } from '#/accounts/rules.ts'
import { useUnconfirmed } from '#/accounts/web/index.ts'
import { formatPhone } from '#/kernel/phone.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { PhoneIcon } from '#/reports/web/icons.tsx'
import { reports } from '#/reports/web/reports.ts'
import css from './Actions.module.css'

/** Asks for the reporter's number on a click, because only so many a day are shown. */
export function ReporterPhone({ reportId }: { reportId: string }) {
  const [wanted, setWanted] = useState(false)
  const isUnconfirmed = useUnconfirmed()
  const { data, error, isFetching } = useQuery({
    ...reports.query.phone.queryOptions({ input: { id: reportId } }),
    enabled: wanted && !isUnconfirmed,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data)
    return (
      <Button component="a" href={`tel:${data.phone}`} variant="default" leftSection={<PhoneIcon />}>
        Call {formatPhone(data.phone)}
      </Button>
    )
  return (
    <>
      <Button
        variant="default"
        leftSection={<PhoneIcon />}
        aria-disabled={isFetching}
        onClick={() => setWanted(true)}
      >
        {isFetching ? 'Loading...' : 'Show phone number'}
      </Button>
      {wanted && (isUnconfirmed || error) && (
        <p role="alert" className={css.note}>
          {isUnconfirmed
            ? 'The reporter shares their number with people who have confirmed an email address or a phone number. '
            : errorText(error!, reportsText, notSavedText)}
          {isUnconfirmed && <Link to={loginSettingsPath}>Confirm yours</Link>}
        </p>
      )}
    </>
  )
}
