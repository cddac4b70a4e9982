export type Channel = "email" | "sms";

/**
 * The channels for which the server has a transport. It has none for SMS yet, but the database keeps the preference, so
 * that it counts once a transport is added here.
 */
const CHANNELS_WITH_TRANSPORT: readonly Channel[] = ["email"];

export function canSend(channel: Channel): boolean {
  return CHANNELS_WITH_TRANSPORT.includes(channel);
}
