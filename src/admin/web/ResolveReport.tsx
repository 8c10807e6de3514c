import { useState } from 'react'
import { ChoiceField } from '#/kernel/web/form/ChoiceField.tsx'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { type ReportOutcome, reportOutcomes } from '#/messaging/rules.ts'
import { outcomeText } from '#/messaging/text.ts'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'
import { outcomeName } from './words.ts'

type Props = { id: string; name: string; reporter: string }

const outcomes = reportOutcomes.map((value) => ({
  value,
  label: outcomeName[value],
  hint: `They read: “${outcomeText[value]}”`,
}))

/** Records a conclusion, and the outcome for the reporter. Action against a person is taken on their page. */
export function ResolveReport({ id, name, reporter }: Props) {
  const [opened, setOpened] = useState(false)
  const [outcome, setOutcome] = useState<ReportOutcome | ''>('')
  const [problem, setProblem] = useState<string>()
  const close = () => setOpened(false)
  const told = 'The report is resolved, and we’ve told the reporter.'
  const { send, failure, isBusy } = useHandling(admin.call.resolveReport, told, close)
  const field = {
    kind: 'one' as const,
    name: `outcome-${id}`,
    label: `What should we tell ${reporter}?`,
    required: true,
    options: outcomes,
  }
  return (
    <div className={own.buttons}>
      <ConfirmButton
        label="Resolve"
        spoken={`Resolve the report about ${name}`}
        opened={opened}
        onOpen={() => setOpened(true)}
        onClose={close}
        title="Resolve this report?"
        reason="required"
        reasonHint="Explain what you concluded and what was done. Only admins can read it."
        confirm="Resolve"
        color="teal"
        busy="Resolving..."
        keep="Go back"
        isBusy={isBusy}
        onConfirm={(conclusion) => {
          if (outcome) send({ id, conclusion, outcome })
          else {
            setProblem('Please choose one.')
            document.querySelector<HTMLElement>(`[data-field="${field.name}"] input`)?.focus()
          }
        }}
      >
        <p>{`To suspend ${name}, go to their page first. They aren’t told about the report.`}</p>
        <ChoiceField
          field={field}
          value={outcome}
          problem={problem}
          onChange={(value) => {
            setOutcome(value as ReportOutcome)
            setProblem(undefined)
          }}
        />
        <p role="alert" className={own.failure}>
          {failure}
        </p>
      </ConfirmButton>
    </div>
  )
}
