import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsText } from '#/accounts/text.ts'
import { refreshSession, withProof } from '#/accounts/web/index.ts'
import { dayOf, formatDay } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Leaving } from '#/privacy/contract.ts'
import { archivePath, erasureDay, graceDays } from '#/privacy/rules.ts'
import { leaveFailedText, privacyText, stayFailedText, staysText } from '#/privacy/text.ts'
import { privacy } from './privacy.ts'
import css from './YourData.module.css'

const dayHere = (instant: Date) => formatDay(dayOf(instant, ownZone()))

export function YourData() {
  const state = useQuery(privacy.query.leaving.queryOptions({}))
  return (
    <div className={css.parts}>
      <section aria-labelledby="download-data">
        <h3 id="download-data">Download my data</h3>
        <p>Everything we hold about you, in one archive: your records as JSON, and the files you uploaded.</p>
        <Button component="a" href={archivePath} variant="default" download>
          Download my data
        </Button>
      </section>
      <section aria-labelledby="delete-account">
        <h3 id="delete-account">Delete account</h3>
        {state.isPending ? (
          <div role="status" aria-label="Loading" className={css.skeleton} />
        ) : state.isLoadingError ? (
          <div role="alert">
            <p>Something went wrong. Please try again.</p>
            <Button variant="default" onClick={() => state.refetch()} loading={state.isFetching}>
              Retry
            </Button>
          </div>
        ) : state.data?.erasedOn ? (
          <Leave state={state.data} on={state.data.erasedOn} />
        ) : (
          <DeleteAccount state={state.data!} />
        )}
      </section>
    </div>
  )
}

const refresh = () =>
  Promise.all([refreshSession(), queryClient.invalidateQueries({ queryKey: privacy.query.leaving.key() })])
const texts = { ...privacyText, 'accounts.proof_needed': accountsText['accounts.proof_needed'] }

function Leave({ state, on }: { state: Leaving; on: Date }) {
  const stay = useWrite(privacy.call.stay, {
    onSuccess: async () => {
      toast({ kind: 'success', message: staysText })
      await refresh()
    },
    onError: (error) => toast({ kind: 'error', message: errorText(error, privacyText, stayFailedText) }),
  })
  return (
    <>
      <p className={css.leaving} role="status">
        Your account will be deleted on {dayHere(on)}. Until then you can change your mind.
      </p>
      <Paid state={state} />
      <Packages state={state} />
      <Orders state={state} />
      <Owed state={state} />
      <Button onClick={() => stay.mutate({})} disabled={stay.isPending}>
        {stay.isPending ? 'Keeping...' : 'Keep my account'}
      </Button>
    </>
  )
}

function Paid({ state: { paidBookings } }: { state: Leaving }) {
  if (paidBookings === 0) return null
  return (
    <p>
      {paidBookings === 1 ? 'One paid booking isn’t' : `${paidBookings} paid bookings aren’t`} finished yet.
      We’ll delete your account once {paidBookings === 1 ? 'it is' : 'they are'}. You can say in your
      appointments whether a past one took place.
    </p>
  )
}

/** Explains what happens to unused sessions, on either side of a package. */
function Packages({ state: { soldSessions: sold, boughtSessions: bought } }: { state: Leaving }) {
  return (
    <>
      {sold > 0 && (
        <p>
          You’ve sold {sold === 1 ? 'one session that isn’t' : `${sold} sessions that aren’t`} used yet. While
          your account is marked for deletion, nobody can book you, the packages don’t expire, and owners can
          return them for the share of each unused session. When we delete your account, we refund the rest in
          the same way. You’re paid for used sessions only.
        </p>
      )}
      {bought > 0 && (
        <p>
          Your packages have {bought === 1 ? 'one unused session' : `${bought} unused sessions`}. When we
          delete your account, they end: we refund what you could still return then, and the other sessions
          are lost.
        </p>
      )}
    </>
  )
}

function Orders({ state: { openOrders } }: { state: Leaving }) {
  if (openOrders === 0) return null
  return (
    <p>
      {openOrders === 1 ? 'One order isn’t' : `${openOrders} orders aren’t`} finished yet. We’ll delete your
      account once {openOrders === 1 ? 'it is' : 'they are'}.
    </p>
  )
}

const Owed = ({ state: { isOwed } }: { state: Leaving }) =>
  isOwed && <p>We still owe you money, so we’ll delete your account once it’s paid.</p>

function DeleteAccount({ state }: { state: Leaving }) {
  const { openBookings, paidBookings, ordersToSend } = state
  const [asking, setAsking] = useState(false)
  const ask = (...input: Parameters<typeof privacy.call.leave>) =>
    withProof(
      () => privacy.call.leave(...input),
      () => setAsking(false),
    )
  const leave = useWrite(ask, {
    onSuccess: refresh,
    onError: async (error) => {
      setAsking(false)
      toast({ kind: 'error', message: errorText(error, texts, leaveFailedText) })
      await refresh()
    },
  })
  if (paidBookings > 0) return <p>{privacyText['privacy.paid_booking']}</p>
  if (ordersToSend > 0) return <p>{privacyText['privacy.orders_to_send']}</p>
  return (
    <>
      <p>
        We’ll erase your pets, profiles, messages and pictures. Reviews and visits that others need stay,
        under the name “Former user”. You have {graceDays} days to change your mind.
      </p>
      <Owed state={state} />
      <ConfirmButton
        label="Delete account"
        onOpen={() => setAsking(true)}
        opened={asking}
        onClose={() => setAsking(false)}
        title="Delete your account?"
        reason="none"
        confirm="Delete my account"
        busy="Deleting..."
        keep="Keep my account"
        isBusy={leave.isPending}
        onConfirm={() => leave.mutate({ confirmed: true })}
      >
        <p>
          We’ll erase everything on {dayHere(erasureDay(new Date()))}. Until then, you can log in and keep
          your account.
        </p>
        {openBookings > 0 && (
          <p>
            {openBookings === 1 ? 'One booking' : `${openBookings} bookings`} before then will be cancelled.
          </p>
        )}
        <Packages state={state} />
        <Orders state={state} />
      </ConfirmButton>
    </>
  )
}
