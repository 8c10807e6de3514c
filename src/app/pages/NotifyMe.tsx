import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import type { RouteRow } from '#/app/route-table.ts'
import { rememberWantedPage } from '#/app/shell/wanted-page.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { notKeptText, supportText } from '#/support/text.ts'
import { support } from '#/support/web/support.ts'
import css from './NotifyMe.module.css'

export function NotifyMe({ row }: { row: RouteRow }) {
  const { state } = useSession()
  return (
    <div className={css.place}>
      {state === 'signed-in' && <Tick service={row.path} />}
      {state === 'signed-out' && <ToLogin row={row} />}
    </div>
  )
}

function Tick({ service }: { service: string }) {
  const client = useQueryClient()
  const options = support.query.wishes.queryOptions()
  const { data, isLoadingError, refetch } = useQuery(options)
  const isWished = data?.services.includes(service) ?? false
  // The box follows the click at once, before the write's state is known.
  const [wanted, setWanted] = useState<boolean>()
  const isBusy = wanted !== undefined
  const { mutate, error } = useWrite(support.call.wish, {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: options.queryKey })
      setWanted(undefined)
    },
    onError: () => setWanted(undefined),
  })
  const tick = (isWished: boolean) => {
    if (isBusy) return
    setWanted(isWished)
    mutate({ service, isWished })
  }
  if (isLoadingError)
    return (
      <button type="button" className={css.box} onClick={() => void refetch()}>
        Something went wrong. Retry
      </button>
    )
  const isTicked = wanted ?? isWished
  return (
    <>
      <label className={css.box} aria-busy={!data || isBusy}>
        <input
          type="checkbox"
          checked={isTicked}
          disabled={!data}
          onChange={({ target }) => tick(target.checked)}
        />
        Tell me when it opens
      </label>
      <p className={css.said} role="status">
        {isTicked && data && !isBusy ? 'We’ll tell you.' : ''}
      </p>
      {error && (
        <p className={css.failed} role="alert">
          {errorText(error, supportText, notKeptText)}
        </p>
      )}
    </>
  )
}

/** Asks for a login first; the dashboard then offers to return here. */
function ToLogin({ row }: { row: RouteRow }) {
  const { pathname, search } = useLocation()
  const isWhole = !/[:*]/.test(row.path)
  return (
    <Link
      to="/login"
      className={css.box}
      onClick={() => rememberWantedPage(isWhole ? row.path : pathname + search)}
    >
      Log in to get notified
    </Link>
  )
}
