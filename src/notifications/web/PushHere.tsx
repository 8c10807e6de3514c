import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { useWrite } from '#/kernel/web/write.ts'
import css from './NotificationTiming.module.css'
import { notifications } from './notifications.ts'
import { pushSupport, subscribeHere, unsubscribeHere } from './push-here.ts'

const choicesOptions = notifications.query.choices.queryOptions()

/** Turns push notifications in this browser on and off. It asks for permission only when the button is pressed. */
export function PushHere() {
  const client = useQueryClient()
  const { data } = useQuery(choicesOptions)
  const [problem, setProblem] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const reload = () => client.invalidateQueries({ queryKey: choicesOptions.queryKey })
  const add = useWrite(notifications.call.addDevice, {
    onSuccess: reload,
    onError: (error) => setProblem(errorText(error, {}, failed)),
  })
  const remove = useWrite(notifications.call.removeDevice, {
    onSuccess: () => {
      // The server has stopped them; a subscription that stays in the browser is of no use.
      unsubscribeHere().catch(() => undefined)
      return reload()
    },
    onError: (error) => setProblem(errorText(error, {}, notOff)),
  })
  if (!data) return null
  const { key, isOnHere, devices } = data.push
  const others = devices - (isOnHere ? 1 : 0)
  const support = pushSupport()
  const isBusy = isAsking || add.isPending || remove.isPending

  async function turnOn() {
    setProblem('')
    setIsAsking(true)
    try {
      const device = await subscribeHere(key)
      if (device) add.mutate(device)
      else setProblem(pushSupport() === 'blocked' ? blocked : 'You haven’t allowed notifications.')
    } catch {
      setProblem(failed)
    }
    setIsAsking(false)
  }
  function turnOff() {
    setProblem('')
    remove.mutate({})
  }

  return (
    <div className={css.form}>
      <p className={css.lead} role="status">
        {isOnHere
          ? 'On for this device. Choose the kinds above.'
          : 'Get a notification on this device while this site is closed. It says what it’s about, but no names.'}
        {others > 0 && ` They’re on for ${others === 1 ? '1 other device' : `${others} other devices`}.`}
      </p>
      {!isOnHere && support !== 'offered' && (
        <p className={css.lead}>{support === 'blocked' ? blocked : unknownHere}</p>
      )}
      {problem && (
        <p role="alert" className={form.failure}>
          {problem}
        </p>
      )}
      {isOnHere ? (
        <Button variant="default" disabled={isBusy} onClick={turnOff}>
          {isBusy ? 'Turning off...' : 'Turn off for this device'}
        </Button>
      ) : (
        support === 'offered' && (
          <Button variant="default" disabled={isBusy} onClick={() => void turnOn()}>
            {isBusy ? 'Turning on...' : 'Turn on for this device'}
          </Button>
        )
      )}
    </div>
  )
}

const failed = 'We couldn’t turn them on. Please try again.'
const notOff = 'We couldn’t turn them off. Please try again.'
const blocked =
  'Your browser blocks notifications from this site. Allow them in its site settings, then come back.'
const unknownHere =
  'This browser has no push notifications. On an iPhone or iPad, add this site to the home screen and open it from there.'
