import { lateAnswers } from '#/support/late-answers.ts'
import { Blocks } from './Blocks.tsx'

export default function LateAnswer({ id }: { id: string }) {
  return <Blocks blocks={lateAnswers[id] ?? []} />
}
