import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { thanksText } from '#/support/text.ts'
import css from './MessageSent.module.css'

export function MessageSent({ reference, another }: { reference: number; another: () => void }) {
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <section ref={section} className={css.sent}>
      <Drawing name="message-sent" width={200} />
      <h2 ref={heading} tabIndex={-1}>
        {thanksText(reference)}
      </h2>
      <p>
        Keep this number in case you want to write again about the same thing. We answer within 48 hours, or
        within 4 hours when someone’s safety is at stake.
      </p>
      <Button variant="default" onClick={another}>
        Send another message
      </Button>
    </section>
  )
}
