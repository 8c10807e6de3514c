import { useState } from 'react'
import type { NotificationType } from '#/notifications/notification-types.ts'
import { channels as allChannels, type Channel, isOffered } from '#/notifications/rules.ts'
import type { MailPace } from '#/notifications/timing.ts'
import css from './NotificationChoices.module.css'
import type { useChoices } from './use-choices.ts'

export type Group = { id: string; name: string; types: (readonly [NotificationType, string])[] }
type Choices = ReturnType<typeof useChoices>

const channelNames: Readonly<Record<Channel, string>> = {
  bell: 'Bell',
  email: 'Email',
  push: 'Push',
  sms: 'Text',
}
const labelEnds: Readonly<Record<Channel, string>> = {
  bell: 'in the bell',
  email: 'by email',
  push: 'by push',
  sms: 'by text',
}

type Props = {
  group: Group
  choices: Choices
  /** Channels on which the person can be reached. */
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

  const how = (type: NotificationType): MailChoice =>
    choices.isWanted(type, 'email') ? (choices.paceOf(type) ?? 'on') : 'off'

  function chooseAll(channel: Channel, isWanted: boolean) {
    for (const [type] of offered(channel))
      if (choices.isWanted(type, channel) !== isWanted) choices.choose({ type, channel, isWanted })
  }
  function chooseMails(type: NotificationType, choice: MailChoice) {
    const pace = choice === 'off' || choice === 'on' ? null : choice
    choices.choose({ type, channel: 'email', isWanted: choice !== 'off', pace })
  }
  function chooseAllMails(choice: MailChoice) {
    for (const [type] of offered('email')) if (how(type) !== choice) chooseMails(type, choice)
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
      <table className={channels.length > 2 ? `${css.table} ${css.wide}` : css.table}>
        <thead>
          <tr>
            <th scope="col">Notify me about</th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className={channel === 'email' ? css.mail : css.channel}>
                {channelNames[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {group.types.length > 1 && (
            <tr className={css.all}>
              <th scope="row">All of these</th>
              {channels.map((channel) =>
                channel === 'email' ? (
                  <MailCell
                    key={channel}
                    label={`${group.name}: all by email`}
                    choices={offered('email').map(([type]) => how(type))}
                    onChoose={chooseAllMails}
                  />
                ) : (
                  <Box
                    key={channel}
                    label={`${group.name}: all ${labelEnds[channel]}`}
                    count={wanted(channel).length}
                    of={offered(channel).length}
                    onChoose={(isWanted) => chooseAll(channel, isWanted)}
                  />
                ),
              )}
            </tr>
          )}
          {group.types.map(([type, name]) => (
            <tr key={type}>
              <th scope="row">{name}</th>
              {channels.map((channel) =>
                !isOffered(type, channel) ? (
                  <td key={channel} />
                ) : channel === 'email' ? (
                  <MailCell
                    key={channel}
                    label={`${name} by email`}
                    choices={[how(type)]}
                    onChoose={(choice) => chooseMails(type, choice)}
                  />
                ) : (
                  <Box
                    key={channel}
                    label={`${name} ${labelEnds[channel]}`}
                    count={choices.isWanted(type, channel) ? 1 : 0}
                    of={1}
                    onChoose={(isWanted) => choices.choose({ type, channel, isWanted })}
                  />
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

type MailChoice = 'off' | 'on' | MailPace

/** `on`: as often as the form below says. */
const mailChoices: readonly (readonly [MailChoice, string])[] = [
  ['off', 'Off'],
  ['on', 'On'],
  ['at_once', 'At once'],
  ['daily', 'Once a day'],
  ['urgent', 'If urgent'],
]

type MailProps = { label: string; choices: readonly MailChoice[]; onChoose(choice: MailChoice): void }

function MailCell({ label, choices, onChoose }: MailProps) {
  const [first] = choices
  const isMixed = choices.some((choice) => choice !== first)
  return (
    <td>
      <select
        className={css.select}
        aria-label={label}
        value={isMixed ? '' : first}
        onChange={({ target }) => onChoose(target.value as MailChoice)}
      >
        {isMixed && (
          <option value="" disabled hidden>
            Varies
          </option>
        )}
        {mailChoices.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </td>
  )
}
