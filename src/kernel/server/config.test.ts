import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, ConfigError, ensureDataDir, readConfig } from './config.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const source = readFileSync(join(root, 'src/kernel/server/config.ts'), 'utf8')
const example = readFileSync(join(root, '.env.example'), 'utf8')

const schemaNames = /const settings = z\.object\(\{\n([\s\S]*?)\n\}\)/
  .exec(source)![1]!
  .split('\n')
  .map((line) => /^ {2}([A-Z_]+):/.exec(line)?.[1])
  .filter((name) => name !== undefined)
const exampleSettings = [...example.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => ({
  name: name!,
  value: value!,
}))

const home = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'pawfolk-config-'))
const production = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'a secret of thirty-two characters',
  PUBLIC_URL: 'https://pets.example.org',
  PAYMENT_GATEWAY: 'sandbox',
}

// `.env` and a relative DATA_DIR belong to the working folder, so these tests use their own.
beforeAll(() => process.chdir(folder))
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true, force: true })
})

function refusalOf(settings: Record<string, string>): string {
  try {
    readConfig(settings)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('These settings are accepted')
}

describe('.env.example', () => {
  test('names every setting of the schema once, and no other', () => {
    expect(schemaNames.length).toBeGreaterThan(10)
    expect(exampleSettings.map(({ name }) => name).sort()).toEqual([...schemaNames].sort())
  })

  test('shows what each setting is when it is not set', () => {
    const shown = Object.fromEntries(exampleSettings.map(({ name, value }) => [name, value]))
    expect(readConfig(shown)).toEqual(readConfig({}))
    const unset = exampleSettings.filter(({ value }) => value === '').map(({ name }) => name)
    const config: Partial<Config> = readConfig({})
    const known = unset.filter((name) => config[name as keyof Config])
    expect(known, 'depend on other settings, as their words say').toEqual(['SEED', 'AUTH_SECRET'])
  })

  test('is a file that works as it is copied', () => {
    writeFileSync('.env', example)
    expect(readConfig({})).toMatchObject({ PORT: 3000, SEED: 'demo', production: false })
    rmSync('.env')
  })
})

describe('settings', () => {
  test('come from .env, and from the environment before it', () => {
    writeFileSync('.env', '# a comment\nPORT=4001\nPRODUCT_NAME = "Pets of Pune"\nHOST=\n')
    expect(readConfig({ PORT: '4002' })).toMatchObject({
      PORT: 4002,
      PRODUCT_NAME: 'Pets of Pune',
      HOST: '127.0.0.1',
    })
    rmSync('.env')
  })

  test('may be left empty, as if they were not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', SEED: '' })).toEqual(readConfig({}))
  })

  test('switches are on or off', () => {
    expect(readConfig({ EMAIL_VERIFICATION: 'on', RATE_LIMITS: 'off' })).toMatchObject({
      EMAIL_VERIFICATION: true,
      RATE_LIMITS: false,
    })
  })

  test('the demo’s admin exists only on installs that are closed to others', () => {
    const has = (settings: Record<string, string>) => readConfig(settings).DEMO_ADMIN
    expect(has({})).toBe(true)
    for (const HOST of ['localhost', '127.0.0.1', '127.0.0.2', '::1']) expect(has({ HOST }), HOST).toBe(true)
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
      expect(has({ PUBLIC_URL }), PUBLIC_URL).toBe(true)
    for (const settings of [
      production,
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '192.168.1.5' },
      { HOST: '127.0.0.1.example.org' },
      { PUBLIC_URL: 'https://pets.example.org' },
      { PUBLIC_URL: 'http://localhost.example.org' },
      { TRUSTED_PROXIES: '127.0.0.1' },
      { DEMO_ADMIN: 'off' },
    ])
      expect(has(settings as Record<string, string>), JSON.stringify(settings)).toBe(false)
  })

  test('the data folder is an absolute path', () => {
    expect(readConfig({ DATA_DIR: 'kept' }).DATA_DIR).toBe(join(process.cwd(), 'kept'))
  })

  test('a database may be named by its host or by the folder of its socket', () => {
    const addresses = [
      'postgres://user:password@db.example.org:5432/pawfolk',
      'postgresql://postgres@localhost:5432/pawfolk?host=/var/run/postgresql',
      'postgres:///pawfolk?host=/var/run/postgresql',
    ]
    for (const address of addresses) expect(readConfig({ DATABASE_URL: address }).DATABASE_URL).toBe(address)
  })

  test('a data folder that can’t be written is named', () => {
    writeFileSync('a-file', '')
    expect(refusalOf({ DATA_DIR: 'a-file/data' })).toMatch(
      /^DATA_DIR: \S+a-file\/data cannot be written \(ENOTDIR\)$/,
    )
    expect(() => ensureDataDir('a-file')).toThrow(/^DATA_DIR: a-file cannot be written \(EEXIST\)$/)
  })

  test.each([
    ['NODE_ENV', 'prod', /^NODE_ENV: .*"development"\|"test"\|"production"/],
    ['PORT', 'web', /^PORT: .*expected number/],
    ['PORT', '70000', /^PORT: .*<=65535/],
    ['DATABASE_URL', 'mysql://localhost/pets', /^DATABASE_URL: must be a URL like postgres:/],
    ['DATABASE_URL', 'postgresfoo', /^DATABASE_URL: must be a URL like postgres:/],
    ['DATABASE_URL', 'postgres://[pets', /^DATABASE_URL: must be a URL like postgres:/],
    ['DATABASE_POOL', '1', /^DATABASE_POOL: .*>=2/],
    ['DATABASE_POOL', '101', /^DATABASE_POOL: .*<=100/],
    ['SEED', 'yes', /^SEED: .*"demo"\|"none"/],
    ['PUBLIC_URL', 'pets.example.org', /^PUBLIC_URL: Invalid URL/],
    ['AUTH_SECRET', 'too short', /^AUTH_SECRET: .*>=32 characters/],
    ['EMAIL_VERIFICATION', 'true', /^EMAIL_VERIFICATION: .*"on"\|"off"/],
    ['SMTP_URL', 'http://mail', /^SMTP_URL: .*must start with "smtp"/],
    ['MAIL_FROM', 'me', /^MAIL_FROM: .*>=3 characters/],
    ['GEOCODER_URL', 'nominatim.example.org', /^GEOCODER_URL: Invalid URL/],
    ['GEOCODER_URL', 'ftp://nominatim.example.org', /^GEOCODER_URL: Invalid URL/],
    ['MAP_TILES', 'https://tiles.example/{z}/{x}.png', /^MAP_TILES: must be a URL with {z}, {x} and {y}/],
    ['MAP_TILES', 'https://{z}.tiles.example/{x}/{y}.png', /^MAP_TILES: must be a URL with/],
    ['MAP_TILES', 'ftp://tiles.example/{z}/{x}/{y}.png', /^MAP_TILES: must be a URL with/],
    ['MAP_TILES', 'https://tiles.example; script-src *//{z}/{x}/{y}', /^MAP_TILES: must be a URL with/],
    ['LOCATION_LOOKUP', 'no', /^LOCATION_LOOKUP: .*"on"\|"off"/],
    ['TWILIO_FROM', '98765', /^TWILIO_FROM: must be a number/],
    ['TWILIO_API_URL', 'api.twilio.com', /^TWILIO_API_URL: Invalid URL/],
    ['GOOGLE_TOKEN_URL', 'ftp://google', /^GOOGLE_TOKEN_URL: Invalid URL/],
    ['PAYMENT_GATEWAY', 'cash', /^PAYMENT_GATEWAY: .*"sandbox"\|"stripe"\|"razorpay"/],
    ['STRIPE_SECRET_KEY', 'pk_live_1', /^STRIPE_SECRET_KEY: must be a secret or restricted key/],
    ['STRIPE_WEBHOOK_SECRET', 'secret', /^STRIPE_WEBHOOK_SECRET: .*must start with "whsec_"/],
    ['RAZORPAY_KEY_ID', 'key', /^RAZORPAY_KEY_ID: .*must start with "rzp_"/],
    ['RAZORPAY_WEBHOOK_SECRET', 'short', /^RAZORPAY_WEBHOOK_SECRET: .*>=8 characters/],
    ['STRIPE_API_URL', 'api.stripe.com', /^STRIPE_API_URL: Invalid URL/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL: .*"debug"\|"info"/],
    ['METRICS_TOKEN', 'short', /^METRICS_TOKEN: .*>=16 characters/],
    ['RATE_LIMITS', '0', /^RATE_LIMITS: .*"on"\|"off"/],
    ['PRODUCT_NAME', 'P'.repeat(61), /^PRODUCT_NAME: .*<=60 characters/],
    ['CONTACT_EMAIL', 'hello', /^CONTACT_EMAIL: Invalid email/],
    ['SOURCE_URL', 'javascript:alert(1)', /^SOURCE_URL: Invalid URL/],
    ['CONTACT_WHATSAPP', '98123 45678', /^CONTACT_WHATSAPP: must be a number like/],
    ['DEFAULT_TIME_ZONE', 'Mars/Olympus', /^DEFAULT_TIME_ZONE: Not a time zone/],
  ])('%s is refused by its name when it is %j', (name, value, message) => {
    expect(refusalOf({ [name]: value })).toMatch(message)
  })

  test('the secret of the gateway’s webhooks is required in production', () => {
    const production = {
      NODE_ENV: 'production',
      AUTH_SECRET: 'a secret of thirty-two characters',
      PUBLIC_URL: 'https://pets.example.org',
      PAYMENT_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: 'sk_live_1',
    }
    expect(refusalOf(production)).toBe(
      'STRIPE_WEBHOOK_SECRET: must be set when NODE_ENV=production and PAYMENT_GATEWAY=stripe',
    )
    expect(readConfig({ ...production, STRIPE_WEBHOOK_SECRET: 'whsec_1' }).PAYMENT_GATEWAY).toBe('stripe')
  })

  test('that need each other are asked for together', () => {
    expect(refusalOf({ TWILIO_ACCOUNT_SID: 'AC123', TWILIO_FROM: '+15005550006' })).toBe(
      'TWILIO_AUTH_TOKEN: must be set with TWILIO_ACCOUNT_SID and TWILIO_FROM',
    )
  })

  test('a gateway is chosen with its keys', () => {
    expect(refusalOf({ PAYMENT_GATEWAY: 'stripe' })).toBe(
      'STRIPE_SECRET_KEY: must be set with PAYMENT_GATEWAY=stripe',
    )
    expect(refusalOf({ PAYMENT_GATEWAY: 'razorpay', RAZORPAY_KEY_ID: 'rzp_test_1' })).toBe(
      'RAZORPAY_KEY_SECRET: must be set with PAYMENT_GATEWAY=razorpay',
    )
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1' }
    expect(readConfig({ PAYMENT_GATEWAY: 'stripe', ...keys })).toMatchObject({ PAYMENT_GATEWAY: 'stripe' })
    expect(readConfig(keys).PAYMENT_GATEWAY).toBe('sandbox')
  })

  test('several mistakes are reported together, one per line', () => {
    const lines = refusalOf({ PORT: 'web', SEED: 'yes' }).split('\n')
    expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'SEED'])
  })
})

describe('in production', () => {
  test('the secret and the public address are required', () => {
    expect(refusalOf({ NODE_ENV: 'production' })).toBe(
      'AUTH_SECRET: must be set when NODE_ENV=production\nPUBLIC_URL: must be set when NODE_ENV=production\nPAYMENT_GATEWAY: must be set when NODE_ENV=production (stripe, razorpay, or sandbox, which moves no money and lets anyone "pay")',
    )
  })

  test('addresses can be confirmed only if mail is set up', () => {
    const confirmed = { ...production, EMAIL_VERIFICATION: 'on' }
    expect(refusalOf(confirmed)).toBe(
      'SMTP_URL: must be set when NODE_ENV=production and EMAIL_VERIFICATION=on',
    )
    expect(readConfig({ ...confirmed, SMTP_URL: 'smtp://localhost:25' }).EMAIL_VERIFICATION).toBe(true)
    expect(readConfig({ EMAIL_VERIFICATION: 'on' }).SMTP_URL).toBeUndefined()
  })

  test('a phone can be required only if texts are set up', () => {
    const demanding = { ...production, PHONE_TO_BOOK: 'on' }
    expect(refusalOf(demanding)).toBe(
      'TWILIO_AUTH_TOKEN: must be set when NODE_ENV=production and PHONE_TO_BOOK=on',
    )
    const twilio = { TWILIO_ACCOUNT_SID: 'AC123', TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+15005550006' }
    expect(readConfig({ ...demanding, ...twilio }).PHONE_TO_BOOK).toBe(true)
    expect(readConfig({}).PHONE_TO_BOOK).toBe(false)
  })

  test('someone else’s geocoding service needs a contact address', () => {
    const asking = { ...production, GEOCODER_URL: 'https://nominatim.example.org' }
    expect(refusalOf(asking)).toMatch(/^CONTACT_EMAIL: must be set/)
    expect(readConfig({ ...asking, CONTACT_EMAIL: 'care@pets.example' }).GEOCODER_URL).toBe(
      asking.GEOCODER_URL,
    )
    expect(readConfig({ GEOCODER_URL: 'http://localhost:8080' }).CONTACT_EMAIL).toBe('hello@pawfolk.example')
  })

  test('the example mailbox is refused', () => {
    expect(readConfig(production).CONTACT_EMAIL).toBeNull()
    expect(readConfig({ ...production, CONTACT_EMAIL: 'care@pets.example' }).CONTACT_EMAIL).toBe(
      'care@pets.example',
    )
  })

  test('there is no demo data unless it is asked for', () => {
    expect(readConfig(production)).toMatchObject({ production: true, SEED: 'none' })
    expect(readConfig({ ...production, SEED: 'demo' }).SEED).toBe('demo')
    expect(readConfig({}).SEED).toBe('demo')
  })

  test('no secret is made up and nothing is written', () => {
    expect(readConfig({ ...production, DATA_DIR: 'untouched' }).AUTH_SECRET).toBe(production.AUTH_SECRET)
    expect(readdirSync('.')).not.toContain('untouched')
  })
})

describe('outside production', () => {
  test('a secret is created on the first start, kept, and readable by its owner only', () => {
    const first = readConfig({ DATA_DIR: 'kept' }).AUTH_SECRET
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR: 'kept' }).AUTH_SECRET).toBe(first)
    expect(readConfig({ DATA_DIR: 'another' }).AUTH_SECRET).not.toBe(first)
    expect(statSync('kept/auth-secret').mode & 0o077).toBe(0)
  })
})

test('no other file of the source reads the environment', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  expect(sources.length).toBeGreaterThan(100)
  const readers = sources.filter((file) =>
    /\bprocess\.env\b|\bimport\.meta\.env\b|from 'node:process'/.test(
      readFileSync(join(root, 'src', file), 'utf8'),
    ),
  )
  expect(readers).toEqual(['kernel/server/config.ts', 'kernel/server/given-settings.ts'])
})
