import { type NotificationType, notificationGroups } from '../notification-types.ts'
import { type Channel, isOffered } from '../rules.ts'
import css from './NotificationChoices.module.css'
import { useChoices } from './use-choices.ts'

type Choices = ReturnType<typeof useChoices>

/** The part of one's settings in which one chooses what to be told of, and how. Each box is saved when it is ticked. */
export function NotificationChoices() {
  const choices = useChoices()
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
  return (
    <>
      <p className={css.lead}>
        The bell is in the bar above.{' '}
        {data.email ? `E-mails go to ${data.email}.` : 'You gave no e-mail address.'}
      </p>
      <Table choices={choices} hasAddress={data.email !== null} />
      <p className={css.said} role="status">
        {choices.state === 'saving' ? 'Saving...' : choices.state === 'saved' ? 'Saved' : ''}
      </p>
      {choices.state === 'failed' && (
        <p className={css.failed} role="alert">
          That was not saved. Please try again.
        </p>
      )}
    </>
  )
}

function Table({ choices, hasAddress }: { choices: Choices; hasAddress: boolean }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Tell me about</th>
          <th scope="col" className={css.channel}>
            Bell
          </th>
          <th scope="col" className={css.channel}>
            E-mail
          </th>
        </tr>
      </thead>
      {notificationGroups.map(({ name, types }) => (
        <tbody key={name}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={css.group}>
              {name}
            </th>
          </tr>
          {(Object.entries(types) as [NotificationType, string][]).map(([type, label]) => (
            <tr key={type}>
              <th scope="row">{label}</th>
              <Box choices={choices} type={type} channel="bell" label={`${label} in the bell`} />
              {hasAddress && isOffered(type, 'email') ? (
                <Box choices={choices} type={type} channel="email" label={`${label} by e-mail`} />
              ) : (
                <td />
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

type BoxProps = { choices: Choices; type: NotificationType; channel: Channel; label: string }

function Box({ choices, type, channel, label }: BoxProps) {
  return (
    <td>
      <label className={css.box}>
        <input
          type="checkbox"
          aria-label={label}
          checked={choices.isWanted(type, channel)}
          onChange={({ target }) => choices.choose({ type, channel, isWanted: target.checked })}
        />
      </label>
    </td>
  )
}
