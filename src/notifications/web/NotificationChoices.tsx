import { useSearchParams } from 'react-router'
import { formatPhone } from '#/kernel/phone.ts'
import { useIsBuilt } from '#/kernel/web/Soon.tsx'
import { notificationGroups } from '#/notifications/notification-types.ts'
import { ChoicesOfGroup, type Group } from './ChoicesOfGroup.tsx'
import css from './NotificationChoices.module.css'
import { useChoices } from './use-choices.ts'

/**
 * Lets people choose what they are notified about, one group at a time. Each box saves when it is ticked.
 * `?group=payments` in the URL opens that group.
 */
export function NotificationChoices() {
  const isBuilt = useIsBuilt()
  const choices = useChoices()
  const first = useSearchParams()[0].get('group') ?? notificationGroups[0].id
  const { data, isLoadingError, isFetching, refetch } = choices.query
  if (isLoadingError)
    return (
      <div role="alert">
        <p>Something went wrong. Please try again.</p>
        <button type="button" className={css.retry} onClick={() => void refetch()} aria-busy={isFetching}>
          Retry
        </button>
      </div>
    )
  if (!data) return <div role="status" aria-label="Loading" className={css.outline} />
  const concerning = new Set<string>(data.choices.filter((one) => one.concerns).map(({ type }) => type))
  const groups = notificationGroups
    .filter((group) => !('page' in group) || isBuilt(group.page))
    .map(({ id, name, types }): Group => {
      const known = Object.entries(types) as Group['types']
      return { id, name, types: known.filter(([type]) => concerning.has(type)) }
    })
    .filter(({ types }) => types.length > 0)
  return (
    <>
      <p className={css.lead}>
        The bell is in the bar above.{' '}
        {data.email
          ? `Emails go to ${data.email}; “On” means as often as you choose under “When emails come”.`
          : 'You haven’t added an email address.'}{' '}
        {data.texts &&
          (data.texts.phone
            ? `Texts go to ${formatPhone(data.texts.phone)}, and only the few kinds you turn on.`
            : 'Add a phone number under Login & security to get the most urgent news by text.')}
      </p>
      {groups.map((group) => (
        <ChoicesOfGroup
          key={group.id}
          group={group}
          choices={choices}
          channels={[
            'bell',
            ...(data.email ? (['email'] as const) : []),
            ...(data.push.devices > 0 ? (['push'] as const) : []),
            ...(data.texts?.phone ? (['sms'] as const) : []),
          ]}
          isFirst={group.id === first}
        />
      ))}
      <p className={css.said} role="status">
        {choices.state === 'saving' ? 'Saving...' : choices.state === 'saved' ? 'Saved' : ''}
      </p>
      {choices.state === 'failed' && (
        <p className={css.failed} role="alert">
          We couldn’t save that. Please try again.
        </p>
      )}
    </>
  )
}
