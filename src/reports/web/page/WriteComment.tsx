import { Button, Textarea } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { useLoginLink } from '#/kernel/web/wanted-pages.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { linkedFields } from '#/reports/public-text.ts'
import { reportLimits } from '#/reports/rules.ts'
import { notSavedText, reportsText } from '#/reports/text.ts'
import { reloadReports, reports } from '#/reports/web/reports.ts'
import css from './WriteComment.module.css'

export function WriteComment({ reportId }: { reportId: string }) {
  const { user } = useSession()
  const { value, change, forget } = useKept(`comment of ${user?.id} on ${reportId}`, '')
  const [problem, setProblem] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const write = useWrite(reports.call.comment, {
    onSuccess: () => {
      forget()
      return reloadReports()
    },
    onError: (error) => setProblem(errorText(error, reportsText, notSavedText)),
  })
  const login = useLoginLink()
  if (!user)
    return (
      <p className={css.visitor}>
        <Link {...login}>Log in</Link> to write a comment.
      </p>
    )

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (write.isPending) return
    const text = value.trim()
    const wrong = !text
      ? 'Please write something.'
      : linkedFields({ text }).length > 0
        ? reportsText['reports.no_links']
        : ''
    setProblem(wrong)
    if (wrong) field.current?.focus()
    else write.mutate({ id: reportId, text })
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Textarea
        ref={field}
        label="Comment"
        description="Everyone can read it. Please leave out phone numbers and addresses."
        rows={2}
        maxLength={reportLimits.comment}
        value={value}
        error={problem}
        onChange={(event) => {
          setProblem('')
          change(event.currentTarget.value)
        }}
      />
      <Button type="submit" variant="default" aria-disabled={write.isPending}>
        {write.isPending ? 'Sending...' : 'Send comment'}
      </Button>
    </form>
  )
}
