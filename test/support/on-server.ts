import pg from "pg";

export function urlOnServer(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
