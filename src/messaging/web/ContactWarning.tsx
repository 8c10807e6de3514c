import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import css from './Composer.module.css'

type Props = { text: string; onSend(): void; onChange(): void }

export function ContactWarning({ text, onSend, onChange }: Props) {
  const change = useRef<HTMLButtonElement>(null)
  useEffect(() => change.current?.focus(), [])
  return (
    <div className={css.warning} role="alert">
      <p>{text}</p>
      <div>
        <Button ref={change} onClick={onChange}>
          Change the message
        </Button>
        <Button variant="default" onClick={onSend}>
          Send anyway
        </Button>
      </div>
    </div>
  )
}
