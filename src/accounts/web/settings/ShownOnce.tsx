import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { tokensText } from '#/accounts/text.ts'
import { toast } from '#/kernel/web/toast.ts'
import css from './settings.module.css'

export function ShownOnce({ token, onDone }: { token: string; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  async function copy() {
    try {
      await navigator.clipboard.writeText(token)
      toast({ kind: 'success', message: tokensText.copied })
    } catch {
      // Browsers refuse without HTTPS, so it's selected for copying by hand.
      field.current?.select()
      toast({ kind: 'error', message: tokensText.copyFailed })
    }
  }
  return (
    <div className={css.waiting}>
      <TextInput
        ref={field}
        label="Your new token"
        description={tokensText.once}
        value={token}
        readOnly
        autoComplete="off"
        spellCheck={false}
      />
      <div className={css.buttons}>
        <Button onClick={copy}>Copy</Button>
        <Button variant="default" onClick={onDone}>
          I’ve stored it
        </Button>
      </div>
    </div>
  )
}
