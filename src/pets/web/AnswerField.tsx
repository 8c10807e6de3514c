import { Segments } from './Segments.tsx'

type Answer = boolean | null
type Props = { question: string; answer: Answer; onChange(answer: Answer): void }

const options = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'unknown', label: 'Not known' },
] as const

const answers = { yes: true, no: false, unknown: null } as const

export function AnswerField({ question, answer, onChange }: Props) {
  const value = answer === null ? 'unknown' : answer ? 'yes' : 'no'
  return (
    <Segments
      legend={question}
      isLegendShown
      value={value}
      options={options}
      onChange={(chosen) => onChange(answers[chosen])}
    />
  )
}
