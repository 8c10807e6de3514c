import { useState } from 'react'
import { admin } from '#/admin/web/frame/admin.ts'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import { outcomeName } from '#/admin/web/frame/words.ts'
import own from '#/admin/web/messages/Messages.module.css'
import { ChoiceField } from '#/kernel/web/form/ChoiceField.tsx'
import { type ReportOutcome, reportOutcomes } from '#/messaging/rules.ts'
import { outcomeText } from '#/messaging/text.ts'

type Props = { id: string; name: string; reporter: string }

const outcomes = reportOutcomes.map((value) => ({
  value,
  label: outcomeName[value],
  hint: `They read: “${outcomeText[value]}”`,
}))

/** Records a conclusion, and the outcome for the reporter. Action against a person is taken on their page. */
export function ResolveReport({ id, name, reporter }: Props) {
  const [outcome, setOutcome] = useState<ReportOutcome | ''>('')
  const [problem, setProblem] = useState<string>()
  const field = {
    kind: 'one' as const,
    name: `outcome-${id}`,
    label: `What should we tell ${reporter}?`,
    required: true,
    options: outcomes,
  }
  function inputOf(conclusion: string) {
    if (outcome) return { id, conclusion, outcome }
    setProblem('Please choose one.')
    document.querySelector<HTMLElement>(`[data-field="${field.name}"] input`)?.focus()
    return undefined
  }
  return (
    <div className={own.buttons}>
      <Decide
        call={admin.call.resolveReport}
        input={inputOf}
        label="Resolve"
        spoken={`Resolve the report about ${name}`}
        title="Resolve this report?"
        reasonHint="Explain what you concluded and what was done. Only admins can read it."
        color="teal"
        busy="Resolving..."
        told="The report is resolved, and we’ve told the reporter."
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
      </Decide>
    </div>
  )
}
