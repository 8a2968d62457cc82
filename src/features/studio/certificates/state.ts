/**
 * studying ─▶ on-its-way ─▶ issued ─▶ revoked
 *     └─▶ name-needed ─▶ on-its-way, where no font of the house holds the name
 */
export const certificateStates = ["studying", "name-needed", "on-its-way", "issued", "revoked"] as const;
export type CertificateState = (typeof certificateStates)[number];
