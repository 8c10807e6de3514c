import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { done, optionalLine, requiredLine, requiredText } from '#/kernel/fields.ts'
import { supportErrors } from './errors.ts'
import { contactTopicNames, isEmail, isPhone, messageLimits, messageRate } from './rules.ts'
import { ticketEndpoints } from './tickets.ts'

/** A path of the route table, with its open parts: '/community/group/:groupId', '/emergency/*'. */
const servicePath = z.string().regex(/^\/[\w/:*-]{1,99}$/)

const operator = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  whatsapp: z.object({ number: z.string(), url: z.url() }).nullable(),
  address: z.string().nullable(),
  hours: z.string().nullable(),
  grievanceOfficer: z.string().nullable(),
})
export type Operator = z.output<typeof operator>

const optionalWay = (max: number, isOne: (text: string) => boolean) =>
  optionalLine(max).refine((text) => text === null || isOne(text), 'Invalid input')

export const supportContract = {
  operator: endpoint({
    method: 'GET',
    path: '/operator',
    summary: 'Returns who runs this place and how to reach them',
    access: 'anyone',
    rows: 'none: the operator’s settings',
    input: z.object({}).optional(),
    output: operator,
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/contact-messages',
    summary: 'Sends the operator a message; at most five an hour from one address',
    access: 'anyone',
    rows: 'a new message of the caller',
    limit: { name: 'contact', by: 'network', ...messageRate },
    input: z
      .object({
        name: requiredLine(messageLimits.name),
        email: optionalWay(messageLimits.email, isEmail),
        phone: optionalWay(messageLimits.phone, isPhone),
        topic: z.enum(contactTopicNames),
        message: requiredText(messageLimits.longest).pipe(z.string().min(messageLimits.shortest)),
        /** A honeypot: the form hides it, so only a machine fills it in. */
        website: z.string().max(2000).optional(),
      })
      .refine(({ email, phone }) => email !== null || phone !== null, {
        path: ['email'],
        message: 'Please give an email address or a phone number',
      }),
    output: z.object({ reference: z.int() }),
  }),
  wishes: endpoint({
    method: 'GET',
    path: '/service-wishes',
    summary: 'Lists the paths of the services that the caller wants to hear about when they open',
    access: 'signed-in',
    rows: 'the caller’s own requests',
    input: z.object({}).optional(),
    output: z.object({ services: z.array(z.string()) }),
  }),
  wish: endpoint({
    method: 'PUT',
    path: '/service-wishes',
    summary: 'Asks to be notified when a service opens, or not to be any more',
    access: 'signed-in',
    rows: 'the caller’s own request for this service',
    input: z.object({ service: servicePath, isWished: z.boolean() }),
    output: done,
    errors: only(supportErrors, 'support.not_coming'),
  }),
  ...ticketEndpoints,
}
