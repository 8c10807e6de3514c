import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Dispensing } from '#/shop/prescriptions.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Prescriptions.module.css'

type Props = { id: Dispensing['id']; tab: string; onDone: () => void }

export function AskBuyer({ id, tab, onDone }: Props) {
  const [question, setQuestion] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const client = useQueryClient()
  const ask = useWrite(shop.call.askBuyer, {
    onSuccess() {
      toast({ kind: 'success', message: 'We’ve asked the buyer.' })
      onDone()
      return client.invalidateQueries({ queryKey: shop.query.dispensings.key() })
    },
  })
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(question.trim() ? undefined : 'Required')
        if (!question.trim()) return field.current?.focus()
        ask.mutate({ id, tab, question })
      }}
    >
      <Textarea
        ref={field}
        label="Your question"
        withAsterisk
        autoFocus
        maxLength={500}
        autosize
        minRows={2}
        value={question}
        error={wrong}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
      />
      {ask.isError && <p role="alert">{errorText(ask.error, shopText)}</p>}
      <div>
        <Button type="submit" aria-disabled={ask.isPending}>
          {ask.isPending ? 'Sending...' : 'Send the question'}
        </Button>
      </div>
    </form>
  )
}
