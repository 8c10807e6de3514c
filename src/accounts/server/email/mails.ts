import type { Mail } from '#/kernel/server/mail.ts'

type About = { to: string; product: string; link: string }

export function confirmAddress({ to, product, link }: About): Mail {
  return {
    to,
    subject: `Confirm your email address for ${product}`,
    link,
    action: 'Confirm this address',
    text: `Welcome to ${product}.

Please confirm your address by opening this link within an hour:

${link}

If you didn’t sign up, please ignore this email and don’t open the link.`,
  }
}

/** Tells an account's owner that somebody signed up with their address. The page doesn't reveal it. */
export function addressAlreadyKnown({ to, product, link }: About): Mail {
  return {
    to,
    subject: `You already have a ${product} account`,
    link,
    action: 'Log in',
    text: `Someone tried to sign up for ${product} with this address. You already have an account.

If it was you, log in here with your existing password:

${link}

If it wasn’t you, you don’t need to do anything: nobody has got into your account.`,
  }
}

/** Tells the owner of an address that someone tried to add it to another account. */
export function addressIsYours({ to, product, link }: About): Mail {
  return {
    to,
    subject: `You already have a ${product} account`,
    link,
    action: 'Log in',
    text: `Someone who is logged in to another ${product} account tried to use this address there. It belongs to your account and stays there.

If it was you, you have two accounts. Log in to the one with this address here:

${link}

If it wasn’t you, you don’t need to do anything: nobody has got into your account.`,
  }
}

/** Does the same while the address is unconfirmed. Opening the link makes that sign-up's password the account's. */
export function addressStillUnconfirmed({ to, product, link }: About): Mail {
  return {
    to,
    subject: `Confirm your email address for ${product}`,
    link,
    action: 'Confirm this address',
    text: `Someone signed up for ${product} with this address again.

If it was you, confirm the address by opening this link within an hour. From then on, log in with the password you chose last. Links in earlier emails no longer work:

${link}

If it wasn’t you, don’t open the link. To get the account yourself, sign up again and open only the link you receive then.`,
  }
}

export function setNewPassword({ to, product, link }: About): Mail {
  return {
    to,
    subject: `Set a new password for ${product}`,
    link,
    action: 'Choose a new password',
    text: `Someone asked for a new password for your ${product} account.

If it was you, open this link within an hour and choose one. We’ll log you out everywhere else:

${link}

If it wasn’t you, you don’t need to do anything: your password stays the same.`,
  }
}

/** For logged-in people who must prove who they are. */
export function yourMailCode({ to, product, code }: { to: string; product: string; code: string }): Mail {
  return {
    to,
    subject: `${code} is your ${product} code`,
    text: `${code} is your ${product} code. Type it where you were asked for it. It works for 5 minutes. Never give it to anyone.

If you didn’t ask for it, someone is logged in to your account: set a new password to log them out.`,
  }
}

/** For logged-in people without a confirmed address. */
export function confirmThisAddress({ to, product, link }: About): Mail {
  return {
    to,
    subject: `Confirm your email address for ${product}`,
    link,
    action: 'Confirm this address',
    text: `Please confirm your address by opening this link within an hour, in the browser where you’re logged in to ${product}:

${link}

If you didn’t ask for this, you can ignore this email.`,
  }
}
