import type { AnySchema, ErrorMap, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import type { ProcedureImplementer } from '@orpc/server'
import type { AuditAction, AuditSubject } from '#/admin/acts.ts'
import type { AuditedAct, EndpointMeta } from '#/kernel/api.ts'
import type { Call, Serving } from '#/kernel/server/serve.ts'
import type { Changed } from '#/kernel/server/work.ts'
import { writeDown } from './audit.ts'

/** The part of the log's line that is neither in the contract nor in the input. */
export type Acted = Changed & {
  subjectKind?: AuditSubject
  reason?: string | null
  /** Nothing was changed, so there's no line: a trial. */
  isIdle?: boolean
}

/** With the endpoint's answer, if it has one. */
type Returning<Answer> = undefined extends Answer ? Acted : Acted & { answer: Answer }

type Acts = AuditedAct | readonly AuditedAct[]

type Choice<Audit extends Acts, Input, Returned> = Audit extends readonly AuditedAct[]
  ? [choose: (input: Input, returned: Returned) => Audit[number]['action']]
  : []

/** Goes into the line, unless the function says otherwise. */
type InInput = { id?: string; reason?: string; note?: string }

const handlers = new WeakSet<object>()

/** Whether an endpoint's handler writes its line in the log. */
export const isAct = (handler: object): boolean => handlers.has(handler)

/**
 * Serves what an admin does to somebody's data: `run` does it, given the input with the admin's id, and the same
 * transaction writes the log's line. The line has the contract's action, the input's id and its reason or note, and
 * the changes that `run` returns. `choose` tells which of several actions it was.
 */
export function act<
  In extends AnySchema,
  Out extends AnySchema,
  Errors extends ErrorMap,
  Audit extends Acts,
  Returned extends Returning<InferSchemaInput<Out>>,
>(
  endpoint: ProcedureImplementer<Call, Serving, In, Out, Errors, EndpointMeta<Audit>>,
  run: (work: Serving, input: InferSchemaOutput<In> & { adminId: string }) => Promise<Returned>,
  ...[choose]: Choice<Audit, InferSchemaOutput<In>, Returned>
) {
  const acts = [endpoint['~orpc'].meta.audit ?? []].flat() as AuditedAct[]
  if (acts.length === 0) throw new Error('The contract doesn’t say what this act is')
  const handler: Parameters<typeof endpoint.handler>[0] = async ({ input, context }) => {
    const { adminId } = context.admin
    const returned = await run(context, { ...input, adminId })
    const { subjectId, subjectKind, reason, before, after, isIdle, answer }: Acted & { answer?: unknown } =
      returned
    const { id, ...why } = input as InInput
    const { action, subject } = oneOf(acts, choose?.(input, returned))
    const said = reason ?? why.reason ?? why.note
    if (!isIdle)
      await writeDown(context, {
        action: action as AuditAction,
        subject: { kind: subjectKind ?? (subject as AuditSubject), id: subjectId ?? id! },
        ...(said && { reason: said }),
        ...(before && { before }),
        ...(after && { after }),
      })
    return answer as InferSchemaInput<Out>
  }
  handlers.add(handler)
  return endpoint.handler(handler)
}

const oneOf = (acts: readonly AuditedAct[], chosen: string | undefined): AuditedAct =>
  chosen === undefined ? acts[0]! : acts.find(({ action }) => action === chosen)!

type Facts = Readonly<Record<string, unknown>>

/** Leaves out the facts that stayed the same. */
export function changesOf(before: Facts, after: Facts): Changed {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name])
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]))
  return { before: only(before), after: only(after) }
}
