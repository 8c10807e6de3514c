import { useState } from 'react'
import type { NotificationType } from '#/notifications/notification-types.ts'
import { channels as allChannels, type Channel, isOffered } from '#/notifications/rules.ts'
import css from './NotificationChoices.module.css'
import type { useChoices } from './use-choices.ts'

export type Group = { id: string; name: string; types: (readonly [NotificationType, string])[] }
type Choices = ReturnType<typeof useChoices>

const channelNames: Readonly<Record<Channel, string>> = { bell: 'Bell', email: 'Email', push: 'Push' }
const labelEnds: Readonly<Record<Channel, string>> = {
  bell: 'in the bell',
  email: 'by email',
  push: 'by push',
}

type Props = {
  group: Group
  choices: Choices
  /** Where the person can be reached. */
  channels: readonly Channel[]
  isFirst: boolean
}

/** Shows one group behind its name; opening another closes it. */
export function ChoicesOfGroup({ group, choices, channels: reachable, isFirst }: Props) {
  const [startsOpen] = useState(isFirst)
  const offered = (channel: Channel) =>
    group.types.filter(([type]) => reachable.includes(channel) && isOffered(type, channel))
  const wanted = (channel: Channel) => offered(channel).filter(([type]) => choices.isWanted(type, channel))
  const channels = allChannels.filter((channel) => offered(channel).length > 0)

  function chooseAll(channel: Channel, isWanted: boolean) {
    for (const [type] of offered(channel))
      if (choices.isWanted(type, channel) !== isWanted) choices.choose({ type, channel, isWanted })
  }

  return (
    <details name="notification-choices" className={css.group} open={startsOpen}>
      <summary>
        <strong>{group.name}</strong>
        <span>
          {channels
            .map(
              (channel) => `${channelNames[channel]} ${wanted(channel).length} of ${offered(channel).length}`,
            )
            .join(', ')}
        </span>
      </summary>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Notify me about</th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className={css.channel}>
                {channelNames[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {group.types.length > 1 && (
            <tr className={css.all}>
              <th scope="row">All of these</th>
              {channels.map((channel) => (
                <Box
                  key={channel}
                  label={`${group.name}: all ${labelEnds[channel]}`}
                  count={wanted(channel).length}
                  of={offered(channel).length}
                  onChoose={(isWanted) => chooseAll(channel, isWanted)}
                />
              ))}
            </tr>
          )}
          {group.types.map(([type, name]) => (
            <tr key={type}>
              <th scope="row">{name}</th>
              {channels.map((channel) =>
                isOffered(type, channel) ? (
                  <Box
                    key={channel}
                    label={`${name} ${labelEnds[channel]}`}
                    count={choices.isWanted(type, channel) ? 1 : 0}
                    of={1}
                    onChoose={(isWanted) => choices.choose({ type, channel, isWanted })}
                  />
                ) : (
                  <td key={channel} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

type BoxProps = { label: string; count: number; of: number; onChoose(isWanted: boolean): void }

function Box({ label, count, of, onChoose }: BoxProps) {
  return (
    <td>
      <label className={css.box}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < of
          }}
          type="checkbox"
          aria-label={label}
          checked={count === of}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </label>
    </td>
  )
}
