import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { timeZoneSchema } from '#/kernel/time.ts'
import { givenSettings } from './given-settings.ts'
import { clientAddressReader, isThisMachine } from './http/client-address.ts'

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on')

const httpUrl = z.url({ protocol: /^https?$/ })

/** A test keeps these names and `.env.example` in step. */
const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'must be a URL like postgres://user:password@host:5432/pawfolk')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(16),
  SEED: z.enum(['demo', 'none']).optional(),
  DEMO_ADMIN: flag('on'),
  PUBLIC_URL: httpUrl.optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(isProxyList, 'must be addresses or ranges like 10.0.0.0/8, separated by commas')
    .default(''),
  AUTH_SECRET: z.string().min(32).optional(),
  EMAIL_VERIFICATION: flag('off'),
  PHONE_TO_BOOK: flag('off'),
  SITTING_PAYMENTS: flag('on'),
  VERIFY_PROVIDERS: z.enum(['regulated', 'all']).default('regulated'),
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: flag('off'),
  SMTP_URL: z.string().startsWith('smtp').optional(),
  MAIL_FROM: z.string().min(3).default('Pawfolk <hello@pawfolk.example>'),
  LOCATION_LOOKUP: flag('on'),
  GEOCODER_URL: z.url({ protocol: /^https?$/ }).optional(),
  MAP_TILES: z
    .string()
    .refine(isTileTemplate, 'must be a URL with {z}, {x} and {y}, like https://tiles.example/{z}/{x}/{y}.png')
    .optional(),
  MAP_CREDIT: z.string().min(1).max(200).default('© OpenStreetMap contributors'),
  MAP_CREDIT_URL: httpUrl.default('https://www.openstreetmap.org/copyright'),
  TWILIO_ACCOUNT_SID: z.string().regex(/^\w+$/).optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|MG\w+|(?=.*[A-Za-z])[\w ]{1,11})$/,
      'must be a number like +15005550006, a sender or a messaging service',
    )
    .optional(),
  TWILIO_API_URL: httpUrl.default('https://api.twilio.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_AUTHORIZATION_URL: httpUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: httpUrl.default('https://oauth2.googleapis.com/token'),
  GOOGLE_PROFILE_URL: httpUrl.default('https://openidconnect.googleapis.com/v1/userinfo'),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_AUTHORIZATION_URL: httpUrl.default('https://www.facebook.com/v23.0/dialog/oauth'),
  FACEBOOK_TOKEN_URL: httpUrl.default('https://graph.facebook.com/v23.0/oauth/access_token'),
  FACEBOOK_PROFILE_URL: httpUrl.default('https://graph.facebook.com/v23.0/me?fields=id,name,email'),
  PAYMENT_GATEWAY: z.enum(['sandbox', 'stripe', 'razorpay']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be a secret or restricted key, sk_… or rk_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  STRIPE_RECURRING: flag('off'),
  STRIPE_API_URL: httpUrl.default('https://api.stripe.com'),
  RAZORPAY_KEY_ID: z.string().startsWith('rzp_').optional(),
  RAZORPAY_KEY_SECRET: z.string().min(1).optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().min(8).optional(),
  RAZORPAY_API_URL: httpUrl.default('https://api.razorpay.com'),
  RAZORPAY_RECURRING: flag('off'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  RATE_LIMITS: flag('on'),
  TEXTS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(300),
  PRODUCT_NAME: z.string().min(1).max(60).default('Pawfolk'),
  CONTACT_EMAIL: z.email().default('hello@pawfolk.example'),
  SOURCE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONTACT_PHONE: z.string().max(40).optional(),
  CONTACT_WHATSAPP: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a number like +919812345678')
    .optional(),
  CONTACT_ADDRESS: z.string().max(300).optional(),
  CONTACT_HOURS: z.string().max(200).optional(),
  TAX_NAME: z.string().min(1).max(20).default('GST'),
  TAX_ID: z.string().max(40).optional(),
  VET_TAX_PERCENT: z.coerce.number().min(0).max(50).default(0),
  TRAINING_TAX_PERCENT: z.coerce.number().min(0).max(50).default(0),
  SITTING_TAX_PERCENT: z.coerce.number().min(0).max(50).default(0),
  MAX_PAYMENT: z.coerce.number().int().min(1).max(20_000_000).default(20_000_000),
  SHOP_COMMISSION_PERCENT: z.coerce.number().min(0).max(50).default(0),
  CASH_ON_DELIVERY: flag('on'),
  GRIEVANCE_OFFICER: z.string().max(200).optional(),
  DEFAULT_TIME_ZONE: timeZoneSchema.default('Asia/Kolkata'),
})

export type Config = Omit<
  z.output<typeof settings>,
  'AUTH_SECRET' | 'SEED' | 'CONTACT_EMAIL' | 'PAYMENT_GATEWAY'
> & {
  PAYMENT_GATEWAY: 'sandbox' | 'stripe' | 'razorpay'
  AUTH_SECRET: string
  /** Null in production if it isn't set: nobody reads the example address, so it is neither shown nor written to. */
  CONTACT_EMAIL: string | null
  SEED: 'demo' | 'none'
  production: boolean
}

export class ConfigError extends Error {}

/**
 * Reads the settings from the environment and from `.env` beside package.json. Throws a ConfigError that names each
 * setting that is wrong or, in production, missing.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const parsed = settings.safeParse(givenSettings(environment))
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  }
  const production = parsed.data.NODE_ENV === 'production'
  const missing = production
    ? (['AUTH_SECRET', 'PUBLIC_URL', 'PAYMENT_GATEWAY'] as const)
        .filter((name) => !parsed.data[name])
        .map((name) => `${name}: must be set when NODE_ENV=production${choices[name] ?? ''}`)
    : []
  if (production && parsed.data.EMAIL_VERIFICATION && !parsed.data.SMTP_URL) {
    missing.push('SMTP_URL: must be set when NODE_ENV=production and EMAIL_VERIFICATION=on')
  }
  if (production && parsed.data.PHONE_TO_BOOK && !parsed.data.TWILIO_AUTH_TOKEN) {
    missing.push('TWILIO_AUTH_TOKEN: must be set when NODE_ENV=production and PHONE_TO_BOOK=on')
  }
  const webhookSecret = webhookSecrets[parsed.data.PAYMENT_GATEWAY ?? 'sandbox']
  if (production && webhookSecret && !parsed.data[webhookSecret]) {
    missing.push(
      `${webhookSecret}: must be set when NODE_ENV=production and PAYMENT_GATEWAY=${parsed.data.PAYMENT_GATEWAY}`,
    )
  }
  const hasContact = !production || givenSettings(environment)['CONTACT_EMAIL'] !== undefined
  if (parsed.data.GEOCODER_URL && !hasContact) {
    missing.push(
      'CONTACT_EMAIL: must be set when NODE_ENV=production and GEOCODER_URL is set: geocoders ask for a contact address',
    )
  }
  for (const together of keySets) missing.push(...halfSet(parsed.data, together))
  for (const name of parsed.data.S3_BUCKET ? (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) : []) {
    if (!parsed.data[name]) missing.push(`${name}: must be set with S3_BUCKET`)
  }
  for (const name of gatewayKeys[parsed.data.PAYMENT_GATEWAY ?? 'sandbox']) {
    if (!parsed.data[name])
      missing.push(`${name}: must be set with PAYMENT_GATEWAY=${parsed.data.PAYMENT_GATEWAY}`)
  }
  if (missing.length > 0) throw new ConfigError(missing.join('\n'))
  const dataDir = resolve(parsed.data.DATA_DIR)
  return {
    ...parsed.data,
    DATA_DIR: dataDir,
    AUTH_SECRET: parsed.data.AUTH_SECRET ?? ownSecret(dataDir),
    CONTACT_EMAIL: hasContact ? parsed.data.CONTACT_EMAIL : null,
    PAYMENT_GATEWAY: parsed.data.PAYMENT_GATEWAY ?? 'sandbox',
    SEED: parsed.data.SEED ?? (production ? 'none' : 'demo'),
    DEMO_ADMIN: parsed.data.DEMO_ADMIN && !production && isForUsAlone(parsed.data),
    production,
  }
}

const choices: Partial<Record<string, string>> = {
  PAYMENT_GATEWAY: ' (stripe, razorpay, or sandbox, which moves no money and lets anyone "pay")',
}

function isForUsAlone(given: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'TRUSTED_PROXIES'>): boolean {
  const { HOST, PUBLIC_URL, TRUSTED_PROXIES } = given
  const leadsHere = !PUBLIC_URL || isThisMachine(new URL(PUBLIC_URL).hostname)
  return isThisMachine(HOST) && leadsHere && TRUSTED_PROXIES === ''
}

const gatewayKeys = {
  sandbox: [],
  stripe: ['STRIPE_SECRET_KEY'],
  razorpay: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'],
} as const

/** Without webhooks, disputes and refunds made by hand would be noticed only a day later. */
const webhookSecrets = {
  sandbox: null,
  stripe: 'STRIPE_WEBHOOK_SECRET',
  razorpay: 'RAZORPAY_WEBHOOK_SECRET',
} as const

const keySets = [
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
]

function halfSet(given: Partial<Record<string, unknown>>, names: readonly string[]): string[] {
  const unset = names.filter((name) => given[name] === undefined)
  if (unset.length === names.length) return []
  const set = names.filter((name) => !unset.includes(name)).join(' and ')
  return unset.map((name) => `${name}: must be set with ${set}`)
}

export function siteOf({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL ? new URL(PUBLIC_URL).origin : `http://localhost:${PORT}`
}

/**
 * Creates DATA_DIR, and throws a ConfigError if it can't be written to. Checked at the start because some of it is
 * needed late, such as for the first uploaded picture.
 */
export function ensureDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Makes a secret on the first start and keeps it in DATA_DIR, so that people stay logged in over restarts. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret')
  ensureDataDir(dataDir)
  // Linked as a whole, so that a second process that starts now finds all of it or nothing.
  const draft = `${file}.${process.pid}`
  try {
    return readFileSync(file, 'utf8')
  } catch {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  }
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
}

/** The host has no placeholder, because the security policy names it. */
function isTileTemplate(text: string): boolean {
  const isUrl = /^https?:\/\/[^\s/{};,]+\/\S*$/.test(text) && URL.canParse(text)
  return isUrl && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
}

function isProxyList(text: string): boolean {
  try {
    clientAddressReader(text)
    return true
  } catch {
    return false
  }
}
