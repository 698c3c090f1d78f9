//! Whether a key can be what a generator of random bytes has made: nobody may guess it.
//!
//! A key claims to be at least 16 random bytes in the alphabet it is written in. The claim is held against two descriptions, one of
//! words and one of patterns: what either describes much shorter than its alphabet would is not random. Of random keys fewer than
//! one in 10,000 are mistaken for anything else.

/// Fewer bits are guessed.
const LEAST_BITS: u32 = 121;
/// How much shorter a description may be, in tenths of bits.
const CHANCE: u32 = 210;

/// How surprising a letter is after another in English and French words, in bits; a row for each first letter.
const AFTER: [&[u8; 26]; 26] = [
    b"95449859496353959343567959",
    b"38992999579389299459499969",
    b"39793993594599299563599989",
    b"47952979399669499439689959",
    b"48535669799553757334557586",
    b"39893399399599399484499979",
    b"39992994399684499445499999",
    b"28992999399969399575599989",
    b"66454659998452478533969798",
    b"59993999899999198949399999",
    b"89981999399893979939597999",
    b"39742797399399399955579959",
    b"25992999399858439959599979",
    b"59433739587895499942669979",
    b"86558779596542659345354779",
    b"39993996499399359354699979",
    b"99999999998499999999199999",
    b"37652859396766487644558959",
    b"59592994496789467842486979",
    b"39792983399799489436596969",
    b"65573779499453859343869699",
    b"29991989399999499799799999",
    b"39992993399794399449999999",
    b"39494996499999929992999959",
    b"65992899599946349924997997",
    b"27772777577777277777777777",
];

/// What fingers find side by side.
const KEYBOARDS: [&[u8]; 2] = [b"qwertyuiopasdfghjklzxcvbnm", b"azertyuiopqsdfghjklmwxcvbn"];

/// Keys that stand in documents everybody reads: RFCs, drafts, manuals of tools.
const KNOWN: [&str; 14] = [
    "550e8400e29b41d4a716446655440000",
    "123e4567e89b42d3a456556642440000",
    "919108f752d143209bacf847db4148a8",
    "8e03978e40d543e8bc936894a57f9324",
    "clkyoesmbgybucifusbbtdsbohtyuuwz",
    "f47ac10b58cc4372a5670e02b2c3d479",
    "3fa85f6457174562b3fc2c963f66afa6",
    "36b8f84ddf4e4d49b662bcde71a8764f",
    "9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d",
    "16fd27068baf433b82eb8c7fada847da",
    "de305d5475b4431badb2eb6b9e546014",
    "d290f1ee6c544b0190e6d701748f0851",
    "7c9e6679742540de944be07fc1f90ae7",
    "67e5504410b1426f9247bb680e5fe0c8",
];

/// Whether a text is as hard to guess as 16 random bytes, as far as it can be seen.
pub(super) fn is_random(text: &str) -> bool {
    let Some(digits) = without_form(text) else { return false };
    let known = digits.to_ascii_lowercase();
    if KNOWN.contains(&known.as_str()) || hex::decode(&known).is_ok_and(|bytes| bytes.is_ascii()) {
        return false;
    }
    let each = bits_of_one(digits.as_bytes());
    let claimed = each * digits.len() as u32;
    let described = words(digits.as_bytes()).min(patterns(known.as_bytes(), each));
    claimed >= 10 * LEAST_BITS && described + CHANCE >= claimed
}

/// A UUID without its hyphens, where it is a random one (RFC 9562: version 4); other texts as they are.
fn without_form(text: &str) -> Option<String> {
    let at_hyphens = |at: usize| matches!(at, 8 | 13 | 18 | 23);
    let sign = |(at, byte): (usize, u8)| if at_hyphens(at) { byte == b'-' } else { byte.is_ascii_hexdigit() };
    if text.len() != 36 || !text.bytes().enumerate().all(sign) {
        return Some(text.to_owned());
    }
    let random = text.as_bytes()[14] == b'4' && b"89abAB".contains(&text.as_bytes()[19]);
    random.then(|| text.replace('-', ""))
}

/// Tenths of bits that one sign of the smallest alphabet stands for in which all of a text is written.
fn bits_of_one(text: &[u8]) -> u32 {
    let all = |is: fn(&u8) -> bool| text.iter().all(is);
    let one_case = all(|byte| !byte.is_ascii_uppercase()) || all(|byte| !byte.is_ascii_lowercase());
    match () {
        () if one_case && all(u8::is_ascii_hexdigit) => 40,
        () if one_case && all(u8::is_ascii_alphanumeric) => 52,
        () if all(|byte| byte.is_ascii_alphanumeric() || b"-_+/=".contains(byte)) => 60,
        () => 66,
    }
}

/// Tenths of bits in which a text is described as words, numbers and signs between them.
fn words(text: &[u8]) -> u32 {
    let cost = |(at, &byte): (usize, &u8)| {
        let before = if at == 0 { b'-' } else { text[at - 1] };
        let new_word = before.is_ascii_lowercase() && byte.is_ascii_uppercase();
        match (before.is_ascii_alphabetic(), byte) {
            (true, letter) if letter.is_ascii_alphabetic() && !new_word => {
                let case = match (before.is_ascii_uppercase(), letter.is_ascii_uppercase()) {
                    (true, true) => 10,
                    (true, false) => 7,
                    (false, _) => 0,
                };
                3 + case + 10 * surprise(before, letter)
            }
            (true, letter) if letter.is_ascii_alphabetic() => 80,
            (true, digit) if digit.is_ascii_digit() => 78,
            (false, letter) if letter.is_ascii_alphabetic() => 67,
            (false, digit) if digit.is_ascii_digit() => {
                if before.is_ascii_digit() {
                    43
                } else {
                    53
                }
            }
            _ => 50,
        }
    };
    text.iter().enumerate().map(cost).sum()
}

fn surprise(first: u8, second: u8) -> u32 {
    let place = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a');
    u32::from(AFTER[place(first)][place(second)] - b'0')
}

/// Tenths of bits in which a text is described by what can be foretold of each sign from those before it.
fn patterns(text: &[u8], each: u32) -> u32 {
    let cost = |at: usize| match foretold(&text[..at]).iter().position(|&sign| sign == text[at]) {
        Some(place) => 10 + 7 * (place as u32 + 1),
        None => 10 + each,
    };
    (0..text.len()).map(cost).sum()
}

/// What is likely to come next in a pattern: what came after the same two signs, the same sign again, the next and the one before in
/// order and on a keyboard, the step taken again, and what came two signs ago, the step between them taken too.
fn foretold(before: &[u8]) -> Vec<u8> {
    let Some(&last) = before.last() else { return Vec::new() };
    let mut signs = Vec::with_capacity(10);
    if let [earlier @ .., second, _] = before {
        let again = earlier.windows(2).zip(earlier.iter().skip(2).chain([second]));
        signs.extend(again.filter(|(pair, _)| **pair == [*second, last]).map(|(_, next)| *next).last());
    }
    signs.extend([last, last.wrapping_add(1), last.wrapping_sub(1)]);
    for row in KEYBOARDS {
        signs.extend(row.windows(2).filter(|pair| pair[0] == last).map(|pair| pair[1]));
    }
    if let [.., second, _] = before {
        signs.extend([last.wrapping_mul(2).wrapping_sub(*second), *second]);
    }
    if let [.., third, second, _] = before {
        signs.push(second.wrapping_add(last).wrapping_sub(*third));
    }
    let mut known = Vec::with_capacity(signs.len());
    signs.retain(|sign| {
        !known.contains(sign) && {
            known.push(*sign);
            true
        }
    });
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_and_documents_write_is_not_random() {
        for key in [
            "correct-horse-battery-staple",
            "my-first-game-on-this-server",
            "CorrectHorseBatteryStaple2026",
            "TheQuickBrownFoxJumpsOver1",
            "la-belle-partie-de-cartes-du-soir",
            "the-quick-brown-fox-jumps-over-the-lazy-dog",
            "idempotency-key-for-create-game",
            "abcdefghijklmnopqrstuvwxyz",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
            "zyxwvutsrqponmlkjihgfedcba",
            "qwertyuiopasdfghjklzxcvbnm",
            "AbCdEfGhIjKlMnOpQrStUvWx",
            "aB3aB3aB3aB3aB3aB3aB3aB3",
            "aaaaaaaabbbbbbbbccccccccdddddddd",
            "0123456789012345678901",
            "game-2026-11-26-06-30-00-ada",
            "2026-11-26T06:30:00.000000Z",
            "ada@example.org/create/2026-11-26",
            "order-000000000000000000012345",
            "0123456789abcdef0123456789abcdef",
            "48656c6c6f2c20576f726c6448656c6c",
            "00000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
            "00000000-0000-4000-8000-000000000001",
            "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
            "12345678-1234-4234-8234-123456789012",
            "00112233-4455-4677-8899-aabbccddeeff",
            "deadbeef-dead-4eef-8ead-beefdeadbeef",
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
            "550e8400-e29b-41d4-a716-446655440000",
            "550E8400E29B41D4A716446655440000",
            "919108f7-52d1-4320-9bac-f847db4148a8",
            "clkyoesmbgybucifusbbtdsbohtyuuwz",
            "6f1e9c3ab2d4785f0e1a2b",
        ] {
            assert!(!is_random(key), "{key}");
        }
    }

    #[test]
    fn random_bytes_are_random_in_every_form() {
        let mut seed = blake3::Hasher::new().update(b"keys").finalize_xof();
        let signs = |bytes: &[u8], alphabet: &[u8]| -> String {
            bytes.iter().map(|&byte| char::from(alphabet[usize::from(byte) % alphabet.len()])).collect()
        };
        const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let (mut refused, mut tried) = (0, 0);
        for _ in 0..2_000 {
            let mut bytes = [0; 32];
            seed.fill(&mut bytes);
            let hex = hex::encode(&bytes[..16]);
            let uuid = uuid::Builder::from_random_bytes(bytes[..16].try_into().unwrap()).into_uuid();
            let forms = [
                uuid.to_string(),
                uuid.to_string().to_uppercase(),
                hex.to_uppercase(),
                hex,
                signs(&bytes[..26], b"abcdefghijklmnopqrstuvwxyz234567"),
                signs(&bytes[..22], BASE64),
                signs(&bytes, BASE64),
            ];
            tried += forms.len();
            refused += forms.iter().filter(|form| !is_random(form)).count();
        }
        assert!(refused * 10_000 <= 2 * tried, "{refused} of {tried}");
    }
}
